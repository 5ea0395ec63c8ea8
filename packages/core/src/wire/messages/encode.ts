/** Outgoing JSON-RPC 2.0 messages as lines without LF. */
import { jsonText } from "../../internal/json-text.ts"
import { thrownText } from "../../internal/thrown-text.ts"
import { idText } from "./id.ts"
import type { RpcError, RpcId } from "./message.ts"

/** Throws a `TypeError` that names the member when its value has no JSON: a cycle, a `BigInt`, a getter that throws. */
const member = (name: string, value: unknown): string => {
  const text = textOf(name, value)
  return text === undefined ? "" : `,"${name}":${text}`
}

const textOf = (name: string, value: unknown): string | undefined => {
  try {
    return jsonText(value)
  } catch (error) {
    throw new TypeError(`${name} has no JSON: ${thrownText(error)}`, { cause: error })
  }
}

/** A call that wants an answer under `id`. */
export const requestLine = (id: number, method: string, params: unknown): string =>
  `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}${member("params", params)}}`

/** A call that is never answered. */
export const notificationLine = (method: string, params: unknown): string =>
  `{"jsonrpc":"2.0","method":${JSON.stringify(method)}${member("params", params)}}`

/** An answer with a result; a missing one is an empty object, which peers that expect null read as well. */
export const resultLine = (id: RpcId, result: unknown): string =>
  `{"jsonrpc":"2.0","id":${idText(id)}${member("result", result) || ',"result":{}'}}`

/** An answer with an error. */
export const errorLine = (id: RpcId, { code, message, data }: RpcError): string =>
  `{"jsonrpc":"2.0","id":${idText(id)},"error":{"code":${code}${member("message", message)}${member("data", data)}}}`
