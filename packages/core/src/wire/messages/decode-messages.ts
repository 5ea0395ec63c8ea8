/** Lines to messages, as an operator. */
import { map, type OperatorFunction } from "rxjs"
import type { Line, Oversize } from "../lines/line.ts"
import { decodeLine } from "./decode-line.ts"
import type { Message } from "./message.ts"

/**
 * Decodes each line as one JSON-RPC 2.0 message. One value per line, whatever the line holds: noise, invalid envelopes and
 * oversize lines are values, so that nothing unreadable ends the stream.
 *
 * ```
 * source    --{…}--[boot] ok--{…}--|
 *           decodeMessages()
 * result    --R----Noise-------N---|
 * ```
 */
export const decodeMessages = (): OperatorFunction<Line | Oversize, Message> => map(decodeLine)
