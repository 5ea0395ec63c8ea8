/** The types of ACP v1, named as the protocol's own schema names them. */
export type * from "../protocol/types.ts"
