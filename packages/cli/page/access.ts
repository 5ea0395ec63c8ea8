/** What the address tells the page: the token that lets it in, and which session to show. */

const TOKEN = "rxacp-token"

/**
 * Takes the token out of the address and keeps it for this tab, so that it stays out of the history and of screenshots and
 * is there again after a reload.
 */
export const takeToken = (): string => {
  const given = fragment().get("token")
  if (given !== null) {
    sessionStorage.setItem(TOKEN, given)
    replaceFragment("token", undefined)
  }
  return sessionStorage.getItem(TOKEN) ?? ""
}

/** The session that the address names. */
export const namedSession = (): string | undefined => fragment().get("session") ?? undefined

/** Puts a session into the address, so that a reload shows it again. */
export const nameSession = (sessionId: string): void => replaceFragment("session", sessionId)

const fragment = (): URLSearchParams => new URLSearchParams(location.hash.slice(1))

const replaceFragment = (name: string, value: string | undefined): void => {
  const fields = fragment()
  if (value === undefined) fields.delete(name)
  else fields.set(name, value)
  history.replaceState(null, "", `#${fields}`)
}
