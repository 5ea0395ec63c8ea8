/** Plays a script on this process's standard input and output. */
import { spawn } from "node:child_process"
import { createTransport } from "@rxacp/core"
import { type AgentScript, inChunks, serveScript } from "@rxacp/core/testing"
import { stdioEndpoints } from "../stdio/stdio-endpoints.ts"

/** Starts to answer, until stdin ends. */
export const serveScriptStdio = (script: AgentScript): void => {
  const endpoints = stdioEndpoints()
  const writeBytes = inChunks(script.chunkBytes, endpoints.writeBytes)
  const encoder = new TextEncoder()
  const transport = createTransport({ ...endpoints, write: (line) => writeBytes(encoder.encode(`${line}\n`)) })
  serveScript(script, {
    transport,
    writeBytes,
    exit: (code) => process.exit(code ?? 0),
    stderr: (text) => {
      process.stderr.write(`${text}\n`)
    },
    grandchild: () => {
      const child = spawn(process.execPath, ["-e", DEAF], { stdio: "ignore" })
      child.unref()
      process.stderr.write(`grandchild pid ${child.pid}\n`)
    }
  })
}

/** A program that no signal but SIGKILL ends. */
const DEAF = `for (const s of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(s, () => {}); setInterval(() => {}, 1000)`
