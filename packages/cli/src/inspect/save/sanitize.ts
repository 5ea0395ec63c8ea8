/** Takes out of a message what a bug report must not hold: secrets, the home folder, the contents of files. */
import { homedir } from "node:os"

/** What was masked, by kind. */
export interface Masked {
  readonly secrets: number
  readonly homePaths: number
  readonly contents: number
}

/** Depth to which a message is looked at; what lies deeper is left out whole. */
const MOST_DEPTH = 200

const secretName = /(?:key|token|secret|password|passwd|passphrase|credential|authorization|cookie)s?$/i

/** No quantifier may run over the rest of a long line from many places. */
const secretShapes = [
  /\b(?:sk|pk|rk)[-_][\w-]{12,}/g,
  /\bgh[pousr]_\w{16,}/g,
  /\bgithub_pat_\w{16,}/g,
  /\bxox[abeprs]-[\w-]{10,}/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\beyJ[\w-]{8,512}\.[\w-]{8,}\.[\w-]*/g,
  /\b(?:Bearer|Basic)\s[\w.~+/=-]{8,}/gi
]

/** Fields that hold what is in files, wherever they stand. */
const contentFields = new Set(["oldText", "newText", "content", "blob", "output", "rawOutput", "stdout", "stderr"])

/** Masks messages, and counts what it masked. */
export class Sanitizer {
  readonly #home: string
  #secrets = 0
  #homePaths = 0
  #contents = 0

  constructor(home = homedir()) {
    this.#home = home
  }

  get masked(): Masked {
    return { secrets: this.#secrets, homePaths: this.#homePaths, contents: this.#contents }
  }

  /** A line of JSON, masked; one that is not JSON is masked as text. */
  line(text: string): string {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return this.#text(text)
    }
    return JSON.stringify(this.#value(value, "", 0))
  }

  #value(value: unknown, name: string, depth: number): unknown {
    if (depth > MOST_DEPTH) return "[too deep to be masked, left out]"
    if (typeof value === "string") return this.#string(value, name)
    if (typeof value !== "object" || value === null) return value
    if (Array.isArray(value)) return value.map((item) => this.#value(item, name, depth + 1))
    const isEnvironment = "name" in value && "value" in value
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => {
        const called = isEnvironment && key === "value" ? String(value.name) : key
        return [key, this.#value(field, called, depth + 1)]
      })
    )
  }

  #string(text: string, name: string): string {
    if (secretName.test(name)) {
      this.#secrets++
      return "[masked]"
    }
    if (contentFields.has(name)) {
      this.#contents++
      return `[${text.length} characters]`
    }
    return this.#text(text)
  }

  #text(text: string): string {
    const shaped = secretShapes.reduce(
      (masked, shape) =>
        masked.replace(shape, () => {
          this.#secrets++
          return "[masked]"
        }),
      text
    )
    if (this.#home.length < 2 || !shaped.includes(this.#home)) return shaped
    const parts = shaped.split(this.#home)
    this.#homePaths += parts.length - 1
    return parts.join("~")
  }
}
