/** Hides secrets in text that a person may read or send on. */

/** What stands in place of a secret. */
const mask = "[masked]"

const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL)S?(?:_|$)/i

/** Shapes that keys of well-known services have. No quantifier may run over the rest of a long line from many places. */
const secretShapes = [
  /\b(?:sk|pk|rk)[-_][\w-]{12,}/g,
  /\bgh[pousr]_\w{16,}/g,
  /\bgithub_pat_\w{16,}/g,
  /\bxox[abeprs]-[\w-]{10,}/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\beyJ[\w-]{8,512}\.[\w-]{8,}\.[\w-]*/g
]

/** Secrets that are known by what stands before them, which stays. A lookbehind would take quadratic time in blanks. */
const announcedSecrets = [/\b((?:Bearer|Basic)\s+)[\w.~+/=-]{8,}/gi, /(:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g]

/**
 * Masks the values of the environment variables whose names speak of a key, token, secret, password or credential, and
 * whatever has the shape of a well-known kind of key. A value that is shorter than six characters is left: it would
 * hide ordinary words.
 */
export const maskSecrets = (env: Readonly<Record<string, string | undefined>>): ((text: string) => string) => {
  const values = Object.entries(env)
    .flatMap(([name, value]) => (secretName.test(name) ? (value ?? "").split(/\r?\n/) : []))
    .filter((value) => value.length >= 6)
    .sort((one, other) => other.length - one.length)
  return (text) => {
    const known = values.reduce((masked, value) => masked.replaceAll(value, mask), text)
    const shaped = secretShapes.reduce((masked, shape) => masked.replace(shape, mask), known)
    return announcedSecrets.reduce((masked, shape) => masked.replace(shape, `$1${mask}`), shaped)
  }
}
