/** Our agent as a real process. */
import { serveStdio } from "@rxacp/node"
import { ourHandlers } from "./our-agent.ts"

const agent = serveStdio(ourHandlers(() => process.stderr.write("gave a turn up\n")))
agent.client.subscribe(() => process.stdout.write("no frame\n"))
