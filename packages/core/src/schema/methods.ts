/** The names of the methods of ACP v1 by who calls them, and what each is called with and answered with. */
import { methods as table } from "../protocol/methods.ts"
import type { MethodTypes } from "../protocol/types.ts"

const frozen = <Table extends Readonly<Record<string, object>>>(methods: Table): Table => {
  for (const traits of Object.values(methods))
    for (const part of [...Object.values(traits), traits]) Object.freeze(part)
  return Object.freeze(methods)
}

/** The methods of ACP v1 by name. It can't be changed. */
export const methods = frozen(table)

type Methods = typeof methods

/** Who may call a method. */
export type Direction = "client->agent" | "agent->client" | "both"

/** What the table says of a method. */
export interface MethodTraits {
  readonly kind: "request" | "notification"
  readonly direction: Direction
  /** The receiver must have offered one of these in `initialize`: a path into its params or result. */
  readonly needs?: ReadonlyArray<string>
  /** A null result counts as `{}`. */
  readonly nullResult?: true
}

/** The name of a method. */
export type Method = keyof MethodTypes

/** The names of the methods that are answered. */
export type RequestMethod = { [M in Method]: Methods[M]["kind"] extends "request" ? M : never }[Method]

/** The names of the methods that are never answered. */
export type NotificationMethod = Exclude<Method, RequestMethod>

/** What a method is called with. */
export type ParamsOf<M extends Method> = MethodTypes[M]["params"]

/** What a method is answered with. */
export type ResultOf<M extends RequestMethod> = MethodTypes[M]["result"]

type Called<M extends Method, Way extends Direction> = Methods[M]["direction"] extends Way ? M : never

/** The names of the requests that a client makes. */
export type ClientRequest = { [M in RequestMethod]: Called<M, "client->agent"> }[RequestMethod]

/** The names of the requests that an agent makes. */
export type AgentRequest = { [M in RequestMethod]: Called<M, "agent->client"> }[RequestMethod]

/** The requests that a client makes, with what each is called with and answered with. */
export type ClientRequests = { readonly [M in ClientRequest]: { params: ParamsOf<M>; result: ResultOf<M> } }

/** The requests that an agent makes, with what each is called with and answered with. */
export type AgentRequests = { readonly [M in AgentRequest]: { params: ParamsOf<M>; result: ResultOf<M> } }

/** Whether a name is that of a method of ACP v1. */
export const isMethod = (name: string): name is Method => Object.hasOwn(methods, name)
