/** What an agent advertises: it follows from which handlers are present. */
import type { AgentCapabilities } from "../schema/index.ts"
import type { AgentHandlers } from "./handlers.ts"

const whenPresent = <Name extends string>(handler: unknown, name: Name): { readonly [N in Name]?: object } =>
  handler === undefined || handler === false ? {} : ({ [name]: {} } as { readonly [N in Name]?: object })

/** The `agentCapabilities` of the handshake. */
export const agentCapabilities = (handlers: AgentHandlers): AgentCapabilities => {
  const { additionalDirectories, ...capabilities } = handlers.capabilities ?? {}
  return {
    ...capabilities,
    loadSession: handlers.loadSession !== undefined,
    sessionCapabilities: {
      ...whenPresent(handlers.list, "list"),
      ...whenPresent(handlers.delete, "delete"),
      ...whenPresent(handlers.resume, "resume"),
      ...whenPresent(handlers.close, "close"),
      ...whenPresent(additionalDirectories, "additionalDirectories")
    },
    auth: whenPresent(handlers.logout, "logout")
  }
}
