/** The exported declarations of a source, as a reader of the reference sees them: docstring and signature. */
import {
  type Class,
  type Comment,
  type Declaration as Declared,
  type Expression,
  parseSync,
  type Span
} from "oxc-parser"
import { docblockBefore } from "../test/support/docblock.ts"

/** One declaration; a name may have several, a value and a type. */
export interface Declaration {
  readonly name: string
  /** The docstring as Markdown; empty when there is none. */
  readonly doc: string
  /** The source without bodies. */
  readonly signature: string
}

/** Values that are longer than this many lines are left out. */
const LONG = 30

const docBefore = (text: string, comments: ReadonlyArray<Comment>, start: number): string =>
  (docblockBefore(text, comments, start) ?? "").replaceAll(/^ *\* ?/gm, "").trim()

/** The declarations in the source `text`. */
export const declarationsIn = (text: string): ReadonlyArray<Declaration> => {
  const { program, comments } = parseSync("source.ts", text)
  const of = ({ start, end }: Span): string => text.slice(start, end)

  /** The type of a function; what its source does not say is left open. */
  const signature = (value: Expression): string => {
    if (value.type !== "ArrowFunctionExpression") return "…"
    const { returnType, body } = value
    const head = text.slice(value.start, returnType?.start ?? body.start).replace(/^async /, "")
    const params = head.replace(/\s*=>\s*$/, "")
    if (returnType) return `${params} => ${of(returnType.typeAnnotation)}`
    if (body.type !== "BlockStatement") return `${params} => ${signature(body)}`
    const last = body.body.at(-1)
    return `${params} => ${last?.type === "ReturnStatement" && last.argument ? signature(last.argument) : "…"}`
  }

  const variable = (name: string, init: Expression | null): string => {
    if (init === null) return `declare const ${name}: …`
    if (init.type === "ArrowFunctionExpression") return `const ${name}: ${signature(init)}`
    const value = of(init)
    return `const ${name} = ${value.split("\n").length > LONG ? "…" : value}`
  }

  /** A class up to its members; functions that it is made with lose their bodies. */
  const classHead = ({ id, superClass }: Class): string => {
    if (!superClass) return `class ${id?.name}`
    const made = superClass.type === "CallExpression" ? superClass.arguments : []
    const inner = made.findLast((argument) => argument.type === "ArrowFunctionExpression")
    const base = inner
      ? `${text.slice(superClass.start, inner.start)}${signature(inner)}${text.slice(inner.end, superClass.end)}`
      : of(superClass)
    return `class ${id?.name} extends ${base} {}`
  }

  const named = (declared: Declared): ReadonlyArray<readonly [name: string, signature: string]> => {
    switch (declared.type) {
      case "VariableDeclaration":
        return declared.declarations.flatMap(({ id, init }) => {
          if (id.type !== "Identifier") return []
          const { name, typeAnnotation } = id
          return [[name, typeAnnotation ? `const ${name}${of(typeAnnotation)}` : variable(name, init)]]
        })
      case "ClassDeclaration":
        return [[declared.id?.name ?? "", classHead(declared)]]
      case "TSInterfaceDeclaration":
      case "TSTypeAliasDeclaration":
        return [[declared.id.name, of(declared)]]
      default:
        return []
    }
  }

  return program.body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration" || statement.declaration === null) return []
    const doc = docBefore(text, comments, statement.start)
    return named(statement.declaration).map(([name, signature]) => ({ name, doc, signature }))
  })
}
