/** A session on a terminal: what is over scrolls away, what still changes is drawn in place below it. */
import { emptySession } from "@rxacp/fold"
import { createLogUpdate } from "log-update"
import { Subject, throttleTime } from "rxjs"
import { colourLook } from "./look.ts"
import { endText, permissionText, planLines, usageText } from "./render.ts"
import { createTranscript, entryLines, isOver } from "./transcript.ts"
import type { View } from "./view.ts"

/** Milliseconds between two drawings: faster than the eye, slower than an agent that streams. */
const FRAME = 50

/** What is drawn on: a stream that knows its size in characters. */
export type Screen = NodeJS.WritableStream & { readonly columns: number; readonly rows: number }

/** Draws on a terminal until `end`. */
export const liveView = (terminal: Screen): View => {
  const region = createLogUpdate(terminal)
  const transcript = createTranscript(colourLook)
  const frames = new Subject<void>()
  let state = emptySession()
  let paused = false

  /** Writes lines that stay, above the region. */
  const keep = (lines: ReadonlyArray<string>): void => {
    if (lines.length === 0) return
    region.clear()
    terminal.write(`${lines.join("\n")}\n`)
  }

  const status = (): ReadonlyArray<string> => {
    const { usage, turns } = state
    const turn = turns.at(-1)
    if (turn === undefined) return [colourLook.dim("starting …")]
    const tokens = usage === null ? [] : [usageText(usage)]
    const doing = isOver(state) ? endText(colourLook, turn) : "working … Ctrl-C cancels"
    return ["", [doing, ...tokens].map(colourLook.dim).join(colourLook.dim(" · "))]
  }

  const draw = (): void => {
    if (paused) return
    const { blocks, open } = transcript.advance(state, { partly: false })
    keep(blocks.flatMap(({ lines }) => lines))
    const entries = [...state.timeline].slice(open).flatMap((entry) => entryLines(colourLook, entry))
    region([...entries, ...planLines(colourLook, state.plan), ...status()].join("\n"))
  }

  const drawing = frames.pipe(throttleTime(FRAME, undefined, { leading: true, trailing: true })).subscribe(draw)

  return {
    show: (next, event) => {
      if (event._tag === "PermissionResolved" && !paused) keep([colourLook.dim(permissionText(state, event))])
      state = next
      frames.next()
    },
    note: (text) => {
      keep([colourLook.bad(text)])
      frames.next()
    },
    pause: () => {
      draw()
      paused = true
      region.clear()
      region.done()
    },
    resume: () => {
      paused = false
      draw()
    },
    end: () => {
      drawing.unsubscribe()
      paused = false
      draw()
      region.done()
    }
  }
}
