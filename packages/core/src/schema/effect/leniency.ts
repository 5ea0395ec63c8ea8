/** The annotation by which a schema says what tolerance it grants; from it the fast path is compiled. */
import * as SchemaAST from "effect/SchemaAST"
import type { KeyAlias } from "../../protocol/shape.ts"

/** What a combinator did to a schema; `of` is the schema inside. */
export type Leniency =
  | { readonly _tag: "Key"; readonly of: SchemaAST.AST; readonly fallback: unknown }
  | { readonly _tag: "Items"; readonly of: SchemaAST.AST }
  | { readonly _tag: "NullAs"; readonly of: SchemaAST.AST; readonly fallback: unknown }
  | { readonly _tag: "Alias"; readonly of: SchemaAST.AST; readonly alias: KeyAlias }
  | { readonly _tag: "Unknown" }
  | { readonly _tag: "Words" }

const key = "~rxacp/leniency"

/** The annotation for a schema. */
export const mark = (leniency: Leniency): Readonly<Record<string, Leniency>> => ({ [key]: leniency })

/** What a combinator did to the schema, if any did. */
export const leniencyOf: (ast: SchemaAST.AST) => Leniency | undefined = SchemaAST.resolveAt<Leniency>(key)
