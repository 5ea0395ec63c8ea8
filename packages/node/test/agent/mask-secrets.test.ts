import { describe, expect, it } from "vitest"
import { maskSecrets } from "../../src/agent/mask-secrets.ts"

describe("maskSecrets", () => {
  const mask = maskSecrets({
    OPENAI_API_KEY: "correct horse",
    LONGER_TOKEN: "correct horse battery",
    DB_PASSWORD: "hunter2",
    SHORT_SECRET: "abc",
    PRIVATE_KEY: "first line of it\nsecond line of it",
    PATH: "/usr/local/bin",
    KEYBOARD_LAYOUT: "colemak",
    TOKENIZERS_PARALLELISM: "disabled",
    EMPTY_TOKEN: "",
    UNSET_TOKEN: undefined
  })

  it.each([
    ["key correct horse.", "key [masked]."],
    ["key correct horse battery.", "key [masked]."],
    ["hunter2hunter2", "[masked][masked]"],
    ["  second line of it", "  [masked]"],
    ["abc stays, and so does /usr/local/bin", "abc stays, and so does /usr/local/bin"]
  ])("hides the values of variables named like secrets: %s", (text, masked) => {
    expect(mask(text)).toBe(masked)
  })

  it.each([
    ["sk-proj-abcDEF123456 refused", "[masked] refused"],
    ["Authorization: Bearer abc.def-123456", "Authorization: Bearer [masked]"],
    ["authorization: basic dXNlcjpwYXNz", "authorization: basic [masked]"],
    ["ghp_abcdefghijklmnop1234", "[masked]"],
    ["xoxb-1234567890-abc", "[masked]"],
    ["AKIAABCDEFGHIJKLMNOP", "[masked]"],
    ["key=AIzaSyA1234567890abcdefghijklmnopqrstu", "key=[masked]"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "[masked]"],
    ["https://user:secret@example.com/path", "https://user:[masked]@example.com/path"]
  ])("hides what has the shape of a key: %s", (text, masked) => {
    expect(mask(text)).toBe(masked)
  })

  // No clock is read: in quadratic time each of these would take too long, which the runner does not wait for.
  it.each([" ", "-eyJaaaaaaaa", "Basic ", "://a:", "a:", "sk-"])("takes long lines of %j in its stride", (part) => {
    const line = `Bearer${part.repeat(65536 / part.length)}`
    for (let times = 0; times < 20; times++) expect(mask(line)).toContain(part)
  })

  it.each([
    "colemak disabled",
    "task-force-one-two-three",
    "the bearer of news",
    "https://example.com:8080/path",
    "ask-me"
  ])("leaves %s", (text) => {
    expect(mask(text)).toBe(text)
  })
})
