/** What answers the methods of an extension, on either side of a connection. */
import type { ObservableInput } from "rxjs"
import type { RequestContext } from "./request-context.ts"

/** Answers a request of an extension, or is called with a notification of one; the params are as received. */
export type ExtensionHandler = (params: unknown, context: Partial<RequestContext>) => ObservableInput<unknown>

/** Extensions by method (protocol: Extensibility). */
export type ExtensionHandlers = Readonly<Record<string, ExtensionHandler>>
