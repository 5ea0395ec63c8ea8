/** What a client advertises: it follows from which services are present. */
import type { ClientCapabilities } from "../schema/index.ts"
import type { ConnectOptions } from "./options.ts"

/** The `clientCapabilities` of the handshake. */
export const clientCapabilities = ({
  files,
  terminals,
  elicitation,
  capabilities
}: Pick<ConnectOptions, "files" | "terminals" | "elicitation" | "capabilities">): ClientCapabilities => ({
  ...capabilities,
  fs: { readTextFile: files?.readTextFile !== undefined, writeTextFile: files?.writeTextFile !== undefined },
  terminal: terminals !== undefined,
  ...(elicitation?.form === undefined && elicitation?.url === undefined
    ? {}
    : {
        elicitation: {
          ...(elicitation.form === undefined ? {} : { form: {} }),
          ...(elicitation.url === undefined ? {} : { url: {} })
        }
      })
})
