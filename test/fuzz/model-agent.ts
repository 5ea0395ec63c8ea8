/** The modelled agent: it does anything that an agent may do, in any order, and remembers what it wrote and was answered. */

import { AgentOutput } from "./agent-output.ts"
import { hostileJson, requestId, uselessLine } from "./hostile-values.ts"
import type { Random } from "./random.ts"

/** A request of the agent, with how often it was made under its id and answered. */
export interface AgentRequest {
  readonly id: string
  readonly method: string
  readonly sessionId: string
  made: number
  /** How many of them ask for permission in a way that the client can read. */
  permissions: number
  answers: number
  /** Whether the agent withdrew it. */
  withdrawn: boolean
}

interface Prompt {
  readonly id: number
  readonly sessionId: string
  cancels: number
  answered: boolean
}

interface Received {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly sessionId?: string }
}

const PERMISSION_OPTIONS = `[{"optionId":"y","name":"Y","kind":"allow_once"},{"optionId":"n","name":"N","kind":"reject_once"},{"optionId":"o","name":"O","kind":"odd"}]`

const INITIALIZED =
  '{"protocolVersion":1,"agentCapabilities":{"loadSession":true,"sessionCapabilities":{"close":{},"resume":{},"list":{}}}}'

/** What it wrote and was asked; `broken` says what a client must never do. */
export class ModelAgent {
  readonly output: AgentOutput
  /** The lines with updates, by session, in order. */
  readonly updates = new Map<string, Array<number>>()
  readonly requests = new Map<string, AgentRequest>()
  /** Sessions with a turn that the client cancelled. */
  readonly cancelled = new Set<string>()
  readonly broken: Array<string> = []
  readonly #random: Random
  readonly #maxLineBytes: number
  readonly #prompts: Array<Prompt> = []
  readonly #sessions: Array<string> = []
  /** What it answers later. */
  #owed: Array<() => void> = []
  #made = 0

  constructor(random: Random, maxLineBytes = Number.POSITIVE_INFINITY) {
    this.#random = random
    this.#maxLineBytes = maxLineBytes
    this.output = new AgentOutput(random)
  }

  /** Reads a line that the client wrote. */
  receive(line: string): void {
    const { id = 0, method, params }: Received = JSON.parse(line)
    if (method === undefined) this.#answered(line)
    else this.#replies[method]?.(id, params?.sessionId ?? "")
  }

  readonly #replies: Readonly<Record<string, (id: number, sessionId: string) => void>> = {
    initialize: (id) => this.#later(() => this.#result(id, INITIALIZED)),
    "session/new": (id) => this.#newSession(id),
    "session/prompt": (id, sessionId) => this.#prompted({ id, sessionId, cancels: 0, answered: false }),
    "session/cancel": (_, sessionId) => this.#cancelRequested(sessionId),
    "session/load": (id, sessionId) => {
      for (let left = this.#random.below(4); left > 0; left--) this.#update(sessionId)
      this.#later(() => (this.#random.chance(0.8) ? this.#result(id, "null") : this.#error(id, -1)))
    },
    "session/resume": (id) => this.#later(() => this.#result(id, "{}")),
    "session/close": (id) => this.#later(() => this.#result(id, "{}")),
    "_fuzz/call": (id) =>
      this.#later(() => {
        if (this.#random.chance(0.9)) this.#result(id, hostileJson(this.#random))
      })
  }

  /** Does one thing of its own accord. */
  step(): void {
    const random = this.#random
    const sessionId = random.anyOf(this.#sessions)
    const inSession = (act: (sessionId: string) => void) => () => {
      if (sessionId !== undefined) act(sessionId)
    }
    const update = inSession((id) => this.#update(id))
    random.pick([
      update,
      update,
      update,
      inSession((id) => this.#ask(id)),
      () => this.#endTurn(),
      () => this.#owed.shift()?.(),
      () => this.output.sendBatch(),
      () => this.#nuisance(),
      () => {
        if (!this.output.flushing && random.chance(0.01)) this.output.crash()
      }
    ])()
  }

  /** Answers everything that it was asked. */
  settle(): void {
    while (this.#owed.length > 0) this.#owed.shift()?.()
    while (this.#prompts.some(({ answered }) => !answered)) this.#endTurn()
    this.output.sendBatch()
  }

  #nuisance(): void {
    if (this.#random.chance(0.3)) this.output.line(uselessLine(this.#random))
    const open = this.#random.anyOf([...this.requests.values()])
    if (open === undefined || !this.#random.chance(0.2)) return
    open.withdrawn = true
    this.output.line(`{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":${open.id}}}`)
  }

  #later(answer: () => void): void {
    if (this.#random.chance(0.5)) answer()
    else this.#owed.push(answer)
  }

  #result(id: number | string, result: string): void {
    this.output.line(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`)
  }

  #error(id: number, code: number): void {
    this.output.line(
      `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":"no","data":${hostileJson(this.#random)}}}`
    )
  }

  #newSession(id: number): void {
    const name = this.#random.pick(["s", "__proto__", "constructor", ""])
    const sessionId = this.#sessions.includes(name) ? `${name}${this.#sessions.length}` : name
    this.#sessions.push(sessionId)
    if (this.#random.chance(0.3)) this.#update(sessionId)
    this.#later(() =>
      this.#result(id, `{"sessionId":${JSON.stringify(sessionId)},"_meta":{"x":${hostileJson(this.#random)}}}`)
    )
  }

  #prompted(prompt: Prompt): void {
    if (this.#prompts.some(({ sessionId, answered }) => sessionId === prompt.sessionId && !answered))
      this.broken.push("a prompt was written while another was open in its session")
    this.#prompts.push(prompt)
    if (this.#random.chance(0.1)) this.#endTurn()
  }

  #cancelRequested(sessionId: string): void {
    this.cancelled.add(sessionId)
    for (const prompt of this.#prompts) {
      if (prompt.sessionId !== sessionId || prompt.answered) continue
      prompt.cancels++
      if (prompt.cancels > 1) this.broken.push("one prompt was cancelled twice")
    }
  }

  #endTurn(): void {
    const random = this.#random
    const prompt = random.anyOf(this.#prompts.filter(({ answered }) => !answered))
    if (prompt === undefined) return
    const { id, sessionId, cancels } = prompt
    prompt.answered = true
    const stopReason = cancels > 0 ? "cancelled" : random.pick(["end_turn", "refusal", "odd"])
    random.pick([
      () => this.#error(id, random.pick([-32603, -32800, -32000])),
      () => this.#result(id, hostileJson(random)),
      () => this.#result(`${id}`, `{"stopReason":"end_turn"}`),
      () => this.#result(id, `{"stopReason":"${stopReason}"}`),
      () => this.#result(id, `{"stopReason":"${stopReason}","_meta":${hostileJson(random)}}`),
      () => this.#result(id, `{"stopReason":"${stopReason}","usage":${hostileJson(random)}}`)
    ])()
    if (random.chance(0.1)) this.#result(id, `{"stopReason":"end_turn"}`)
    if (random.chance(0.3)) this.#update(sessionId)
  }

  #update(sessionId: string): void {
    const random = this.#random
    const hostile = random.chance(0.2) ? hostileJson(random) : "null"
    const call = random.pick(["a", "b", "__proto__", "constructor"])
    const messageId = () => random.pick(['"m1"', '"m2"', '"__proto__"', hostile])
    const status = () => random.pick(["completed", "failed", "in_progress"])
    const update = random.pick<() => string>([
      () => `"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"text "}`,
      () => `"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"text"},"messageId":${messageId()}`,
      () => `"sessionUpdate":"agent_thought_chunk","content":${hostileJson(random)}`,
      () => `"sessionUpdate":"tool_call","toolCallId":"${call}","title":"T","rawInput":${hostile}`,
      () => `"sessionUpdate":"tool_call_update","toolCallId":"${call}","status":"${status()}","rawOutput":${hostile}`,
      () => `"sessionUpdate":"tool_call_update","toolCallId":"${call}","content":${hostile}`,
      () => `"sessionUpdate":"plan","entries":[{"content":"c","priority":"high","status":"pending"},${hostile}]`,
      () => `"sessionUpdate":"usage_update","used":${random.below(9)},"size":9`,
      () => `"sessionUpdate":"wild","x":${hostile}`,
      () => `"sessionUpdate":"tool_call","title":"has no id"`,
      () => `"sessionUpdate":${hostile}`
    ])()
    const line = `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":${JSON.stringify(sessionId)},"update":{${update},"_meta":${hostile}}}}`
    const lines = this.updates.get(sessionId) ?? []
    this.updates.set(sessionId, lines)
    const place = lines.length
    const seq = this.output.line(line)
    // Lines that were written from inside come after it.
    if (seq !== undefined && line.length <= this.#maxLineBytes) lines.splice(place, 0, seq)
  }

  #ask(sessionId: string): void {
    const random = this.#random
    const id = requestId(random, ++this.#made)
    const method = random.pick([
      "session/request_permission",
      "session/request_permission",
      "session/request_permission",
      "_vendor/unknown",
      "elicitation/create"
    ])
    const valid = method === "session/request_permission" && random.chance(0.9)
    const request = this.requests.get(id) ?? {
      id,
      method,
      sessionId,
      made: 0,
      permissions: 0,
      answers: 0,
      withdrawn: false
    }
    const session = JSON.stringify(sessionId)
    const params = valid
      ? `{"sessionId":${session},"toolCall":{"toolCallId":"${random.pick(["a", "b"])}","title":"p","rawInput":${hostileJson(random)}},"options":${PERMISSION_OPTIONS}}`
      : `{"sessionId":${session},"x":${hostileJson(random)}}`
    const line = `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`
    if (this.output.dead || line.length > this.#maxLineBytes) return
    request.made++
    if (valid) request.permissions++
    this.requests.set(id, request)
    this.output.line(line)
  }

  /** The id is read as text: a parsed one loses digits. */
  #answered(line: string): void {
    const id = /"id":("(?:[^"\\]|\\.)*"|[^,}]+)/.exec(line)?.[1]
    const request = id === undefined ? undefined : this.requests.get(id)
    if (request === undefined) this.broken.push(`an answer to a request that was never made: ${line.slice(0, 200)}`)
    else request.answers++
  }
}
