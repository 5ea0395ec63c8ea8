/**
 * An agent that writes updates at a steady pace, each with the time at which it was written, after many that have none and
 * only warm the host up. Arguments: how many updates,
 * how many of them at once, milliseconds from one burst to the next.
 */
import { awaitEnd, awaitGo, textChunk, updateLine, writeOut } from "./wire.ts"

const [updates, burst, gap] = process.argv.slice(2).map(Number) as [number, number, number]
const cell = new Int32Array(new SharedArrayBuffer(4))
const warmUp = Buffer.from(updateLine(textChunk("")))
awaitGo()
for (let i = 0; i < 10_000; i++) writeOut(warmUp)
awaitGo()
let due = performance.now()
for (let written = 0; written < updates; ) {
  due += gap
  // A timer of the event loop would be late by up to a millisecond.
  Atomics.wait(cell, 0, 0, Math.max(0, due - performance.now()))
  for (let i = 0; i < burst; i++, written++) writeOut(Buffer.from(updateLine(textChunk(`${process.hrtime.bigint()}`))))
}
awaitEnd()
