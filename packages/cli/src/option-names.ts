/** The names of permission options, made distinct. */
import type { PermissionOption } from "@rxacp/core"

/** The name of each option; two that look alike also say their kind, since one of them may allow more than the other. */
export const optionNames = (options: ReadonlyArray<PermissionOption>): ReadonlyArray<string> => {
  const looks = options.map(({ name }) => lookOf(name))
  return options.map(({ name, kind }, index) => {
    const isAlone = looks.every((look, other) => other === index || look !== looks[index])
    return isAlone ? name : `${name} (${kind.replaceAll("_", " ")})`
  })
}

/** A name without what makes no difference to the eye. */
const lookOf = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/[\p{C}\p{Z}]/gu, "")
    .toLowerCase()
