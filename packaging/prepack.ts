/** What is done to a package right before it is packed; npm runs it in the folder of the package. */
import { relative } from "node:path"
import { root } from "../test/support/workspaces.ts"
import { bringGuides } from "./guides.ts"
import { ownTypes } from "./own-types.ts"

const folder = relative(root, process.cwd())
if (folder === "packages/fold") ownTypes(folder)
bringGuides(folder)
