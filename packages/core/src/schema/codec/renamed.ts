/** Reads an object by a key's other name. */
import type { KeyAlias } from "../../protocol/shape.ts"
import { isJsonObject } from "../json-object.ts"

/** The object with the key under its own name, when it has only the other one; any other value unchanged. */
export const renamed = (value: unknown, { tag, word, from, to }: KeyAlias): unknown =>
  isJsonObject(value) && value[tag] === word && value[to] === undefined && value[from] !== undefined
    ? { ...value, [to]: value[from] }
    : value
