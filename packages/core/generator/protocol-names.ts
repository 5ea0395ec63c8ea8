/** The protocol's definitions as the schemas name them. */
import * as SchemaAST from "effect/SchemaAST"
import * as schemas from "../src/schema/effect/index.ts"

/** A definition of the protocol: its name, what it means, its syntax tree. */
export interface Definition {
  readonly name: string
  readonly description: string
  readonly ast: SchemaAST.AST
}

/** The name that a schema carries, when it is a definition of the protocol. */
export const nameOf = (ast: SchemaAST.AST): string | undefined => SchemaAST.resolveIdentifier(ast)

/** Every definition, by name in the order of the alphabet. */
export const definitions: ReadonlyArray<Definition> = Object.entries(schemas)
  .flatMap(([name, value]): ReadonlyArray<Definition> => {
    const ast = "ast" in value ? (value.ast as SchemaAST.AST) : undefined
    if (ast === undefined) return []
    if (nameOf(ast) !== name) throw new Error(`the schema ${name} carries another name: ${nameOf(ast)}`)
    return [{ name, description: SchemaAST.resolveDescription(ast) ?? "", ast }]
  })
  .sort((one, other) => (one.name < other.name ? -1 : 1))
