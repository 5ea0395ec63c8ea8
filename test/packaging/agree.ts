/** The types that the fold carries and those of core: each assignable to the other. */
import type * as core from "@rxacp/core"
import { foldSession, type SessionState } from "@rxacp/fold"

type Input = Parameters<typeof foldSession>[1]

const events = (state: SessionState, event: core.SessionEvent, update: core.SessionUpdate, read: core.UpdateEvent) =>
  [event, update, read].reduce(foldSession, state)
const back = (input: Extract<Input, { readonly _tag: "TurnStarted" }>): core.SessionEvent => input
const options = (state: SessionState): ReadonlyArray<core.SessionConfigOption> | undefined | null => state.configOptions
const commands = (state: SessionState): ReadonlyArray<core.AvailableCommand> | null => state.availableCommands

void [events, back, options, commands]
