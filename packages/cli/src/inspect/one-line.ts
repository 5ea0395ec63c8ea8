/** A message as one line of text, for use without a page. */
import type { Entry } from "./traffic/entry.ts"

const arrows: Readonly<Record<Entry["from"], string>> = { client: "->", agent: "<-", stderr: "!!", process: "==" }

const clock = (at: number): string => new Date(at).toISOString().slice(11, 23)

/** Time, direction, kind, method, id, size, latency and remarks. */
export const oneLine = ({ at, from, kind, method, id, about, bytes, latency, marks }: Entry): string => {
  const parts = [
    clock(at),
    arrows[from],
    kind,
    ...(method === undefined ? [] : [method]),
    ...(id === undefined ? [] : [`#${id}`]),
    ...(about === undefined ? [] : [about.slice(0, 80)]),
    `${bytes} B`,
    ...(latency === undefined ? [] : [`${latency} ms`]),
    ...marks.map((mark) => `[${mark.kind}: ${mark.detail}]`)
  ]
  return parts.join(" ")
}
