/** One command that runs for an agent, and the end of its output. */
import type { Readable } from "node:stream"
import { StringDecoder } from "node:string_decoder"
import type { TerminalExitStatus, TerminalOutputResponse } from "@rxacp/core"
import { Observable, Subject } from "rxjs"
import type { EndWaits } from "../process/end-process.ts"
import { endProcess } from "../process/end-process.ts"
import { outputTail } from "../process/output-tail.ts"
import { waitAtMost } from "../process/wait-at-most.ts"
import { waitForSilence } from "../process/wait-for-silence.ts"
import type { RunningCommand } from "./start-command.ts"

/** How a command is watched. */
export interface CommandRunOptions {
  /** Bytes of output to keep, from the end. */
  readonly outputBytes: number
  /** Milliseconds of silence after which the output of a command that has exited counts as complete. */
  readonly outputWait: number
  readonly waits: EndWaits
}

/** A command that was started. */
export interface CommandRun {
  /** The kept output, whether some was dropped, and how the command ended if it has. */
  readonly output: () => TerminalOutputResponse
  /** The kept output, then what comes; completes when the command has ended. */
  readonly live: Observable<string>
  /** Resolves when the command has ended and its output was read. */
  readonly exit: Promise<TerminalExitStatus>
  /** Ends the command and its descendants. Resolves when they are gone and \`exit\` is known. */
  readonly end: () => Promise<void>
}

/** Watches a process that has started. Its output is read whether or not anyone asks for it; its stdin is at its end. */
export const commandRun = ({ child, tree, release }: RunningCommand, options: CommandRunOptions): CommandRun => {
  const { outputBytes, outputWait, waits } = options
  const tail = outputTail(outputBytes)
  const news = new Subject<string>()
  let arrived = 0
  let exitStatus: TerminalExitStatus | undefined

  const take = (text: string) => {
    if (text === "") return
    arrived += 1
    tail.add(text)
    news.next(text)
  }
  const outputs = [child.stdout, child.stderr]
  const read = Promise.all(outputs.map((output) => readText(output, take)))
  child.stdin.end()

  const exit = child.ended.then(async (end): Promise<TerminalExitStatus> => {
    await waitForSilence(outputWait, {
      arrived: () => arrived,
      ended: () => outputs.every((output) => output.closed),
      wait: (ms) => waitAtMost(ms, read)
    })
    exitStatus = "error" in end ? { exitCode: null, signal: null } : { exitCode: end.code, signal: end.signal }
    news.complete()
    return exitStatus
  })

  return {
    output: () => {
      const output = { output: tail.text(), truncated: tail.truncated() }
      return exitStatus === undefined ? output : { ...output, exitStatus }
    },
    live: new Observable((subscriber) => {
      if (arrived > 0) subscriber.next(tail.text())
      return news.subscribe(subscriber)
    }),
    exit,
    end: async () => {
      const survivors = await endProcess({ tree, ended: child.ended, waits })
      release()
      // A command that not even SIGKILL ends has no exit to wait for.
      if (child.pid === undefined || !survivors.includes(child.pid)) await exit
    }
  }
}

/** Gives the text of a stream on, never a part of a character. Resolves at its end. */
const readText = (stream: Readable, take: (text: string) => void): Promise<void> =>
  new Promise((resolve) => {
    const decoder = new StringDecoder("utf8")
    stream.on("data", (bytes: Buffer) => take(decoder.write(bytes)))
    stream.once("close", () => {
      take(decoder.end())
      resolve()
    })
  })
