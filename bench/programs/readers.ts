/** The ways to read an agent's updates that are compared: bare Node, the stages of rxacp, and other libraries. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { Readable, Writable } from "node:stream"
import * as acp from "@agentclientprotocol/sdk"
import { connect, decodeMessages, type SessionEvent, sessionUpdates, splitLines } from "@rxacp/core"
import { emptySession, foldSession } from "@rxacp/fold"
import { spawnAgent } from "@rxacp/node"
import { execa } from "execa"
import { concatMap, fromEvent, type Observable, scan, skip } from "rxjs"

/**
 * Starts the agent, a Node program with arguments, and calls `seen` with each value in turn; gives the function that
 * tells the agent to begin.
 */
export type Reader = (agent: ReadonlyArray<string>, seen: (value: unknown) => void) => () => void

/** In a session of its own, as `spawnAgent` starts it: Linux shares out processor time between sessions. */
const started = (agent: ReadonlyArray<string>): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, agent, { stdio: "pipe", detached: true })

const beginner = (child: ChildProcessWithoutNullStreams) => () => {
  child.stdin.write("go\n")
}

const LF = 0x0a

/** Node's own fast decode, which its types leave out. */
interface Sliceable extends Buffer {
  utf8Slice(start: number, end: number): string
}

/** The limit: find the line ends, decode each line, parse it. No errors are caught and nothing is checked. */
const splitAndParse: Reader = (agent, seen) => {
  const child = started(agent)
  let parts: Array<Buffer> = []
  child.stdout.on("data", (chunk: Sliceable) => {
    let start = 0
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      if (parts.length === 0) seen(JSON.parse(chunk.utf8Slice(start, end)))
      else {
        const line = Buffer.concat([...parts, chunk.subarray(start, end)]) as Buffer as Sliceable
        parts = []
        seen(JSON.parse(line.utf8Slice(0, line.length)))
      }
      start = end + 1
    }
    if (start < chunk.length) parts.push(chunk.subarray(start))
  })
  return beginner(child)
}

type Agent = ReturnType<typeof spawnAgent>

const rxacp =
  (stage: (agent: Agent) => Observable<unknown>): Reader =>
  (agent, seen) => {
    const running = spawnAgent({ command: process.execPath, args: agent })
    stage(running).subscribe(seen)
    return () => running.write("go")
  }

/** The path that most programs take: the events of a turn. The first, `TurnStarted`, is not of the load. */
const prompted =
  (stage: (events: Observable<SessionEvent>) => Observable<unknown>): Reader =>
  (agent, seen) => {
    const running = spawnAgent({ command: process.execPath, args: [...agent, "prompted"] })
    const connection = connect(running, { info: { name: "bench", version: "1.0.0" } })
    connection
      .open({ cwd: process.cwd() })
      .pipe(
        concatMap((session) => stage(session.prompt("go"))),
        skip(1)
      )
      .subscribe(seen)
    return () => running.write("go")
  }

/** The same operators on the bytes of a process of the caller's own. */
const operators =
  (stage: (bytes: Observable<Buffer>) => Observable<unknown>): Reader =>
  (agent, seen) => {
    const child = started(agent)
    stage(fromEvent(child.stdout, "data") as Observable<Buffer>).subscribe(seen)
    return beginner(child)
  }

const readline: Reader = (agent, seen) => {
  const child = started(agent)
  createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) =>
    seen(JSON.parse(line))
  )
  return beginner(child)
}

const execaLines: Reader = (agent, seen) => {
  const child = execa(process.execPath, agent, { buffer: false, lines: true, reject: false, detached: true })
  const read = async () => {
    for await (const line of child) seen(JSON.parse(line))
  }
  void read()
  return () => {
    child.stdin.write("go\n")
  }
}

const officialSdk: Reader = (agent, seen) => {
  const child = started(agent)
  acp
    .client({ name: "bench" })
    .onNotification(acp.methods.client.session.update, ({ params }) => seen(params))
    .connect(acp.ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>))
  return beginner(child)
}

/** The readers by the names under which they are reported; the limit is first. */
export const readers = {
  "split + JSON.parse": splitAndParse,
  "rxacp lines": rxacp((agent) => agent.lines),
  "rxacp messages": rxacp((agent) => agent.messages),
  "rxacp updates": rxacp((agent) => agent.updates),
  "rxacp updates, folded": rxacp((agent) => agent.updates.pipe(scan(foldSession, emptySession()))),
  "rxacp prompt events": prompted((events) => events),
  "rxacp prompt events, folded": prompted((events) => events.pipe(scan(foldSession, emptySession()))),
  "operators: lines": operators((bytes) => bytes.pipe(splitLines())),
  "operators: messages": operators((bytes) => bytes.pipe(splitLines(), decodeMessages())),
  "operators: updates": operators((bytes) => bytes.pipe(splitLines(), decodeMessages(), sessionUpdates())),
  "readline + JSON.parse": readline,
  "execa lines + JSON.parse": execaLines,
  "official SDK client": officialSdk
} satisfies Record<string, Reader>

/** The name of a reader. */
export type ReaderName = keyof typeof readers
