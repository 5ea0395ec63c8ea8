/** Writes the shapes that methods and updates need as constants of plain data, each before those that use it. */
import type * as SchemaAST from "effect/SchemaAST"
import type { Shape } from "../src/protocol/shape.ts"
import { nameOf } from "./protocol-names.ts"
import { type ShapeOf, shapeOfTree } from "./shape-of.ts"

/** The field `_meta`, which nearly every object has. */
const meta = '{ lenient: { is: "orNull", of: { is: "object", fields: {  } } } }'

/** The constants so far, by name, in the order in which they must be declared. */
export class Tables {
  readonly #written = new Map<string, string>()
  readonly #refs = new Map<Shape, string>()

  /** The source of the shape of a tree; those of the named parts become constants. */
  add(ast: SchemaAST.AST): string {
    return this.#source(this.#read(ast))
  }

  /** The constants as TypeScript source. */
  get source(): string {
    const constants = [...this.#written].map(([name, text]) => `export const ${name}: Shape = ${text}\n`)
    return [`const meta: Field = ${meta}\n`, ...constants].join("\n")
  }

  readonly #read: ShapeOf = (ast) => {
    const name = nameOf(ast)
    const shape = shapeOfTree(ast, this.#read)
    if (name === undefined || typeof shape === "string") return shape
    const written = this.#source(shape)
    const before = this.#written.get(name)
    if (before !== undefined && before !== written) throw new Error(`two shapes of the name ${name}`)
    this.#written.set(name, written)
    this.#refs.set(shape, name)
    return shape
  }

  #source(value: unknown): string {
    if (typeof value !== "object" || value === null) return JSON.stringify(value)
    const name = this.#refs.get(value as Shape)
    if (name !== undefined) return name
    if (Array.isArray(value)) return `[${value.map((item) => this.#source(item)).join(", ")}]`
    return `{ ${Object.entries(value)
      .map(([key, item]) => [key, this.#source(item)])
      .map(([key, text]) => `${/^\w+$/.test(key ?? "") ? key : JSON.stringify(key)}: ${text === meta ? "meta" : text}`)
      .join(", ")} }`
  }
}
