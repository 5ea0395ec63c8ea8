/** What stands between a client and an agent: relays, rewritten messages, dialects. */
export type * from "./dialects/dialect.ts"
export { type IacCodeState, iacCode } from "./dialects/iac-code.ts"
export { type LegacyState, legacy } from "./dialects/legacy.ts"
export { withDialect } from "./dialects/with-dialect.ts"
export type * from "./relay.ts"
export { relay } from "./relay.ts"
export * from "./rewrite-message.ts"
