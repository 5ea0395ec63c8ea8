/** The state that a page shares with the session: sent whole when a run starts, then as JSON Patch. */
import type { RequestPermissionRequest } from "@rxacp/core"
import type { SessionState } from "@rxacp/fold"
import type { AgUiEvent } from "./event.ts"
import { permissionIdOf } from "./permission.ts"

/** What an update or event says about the state, by name. */
export type StateChange = Readonly<Record<string, unknown>>

/** What a request for permission says. */
export type Asked = Pick<RequestPermissionRequest, "toolCall" | "options">

/** The state of a session as AG-UI shares it. */
export class SharedState {
  readonly #values: Record<string, unknown> = {}
  /** The open requests for permission, by name. */
  readonly #permissions = new Map<string, Asked>()

  /** The whole state. */
  snapshot(): AgUiEvent {
    return {
      type: "STATE_SNAPSHOT",
      snapshot: { ...this.#values, permissions: Object.fromEntries(this.#permissions) }
    }
  }

  /** Sets values, and says so. */
  set(change: StateChange): AgUiEvent {
    Object.assign(this.#values, change)
    return {
      type: "STATE_DELTA",
      delta: Object.entries(change).map(([name, value]) => ({ op: "add", path: `/${name}`, value }))
    }
  }

  /** Opens a request for permission, or closes it when there is nothing to ask. */
  ask(permissionId: string, request: Asked | undefined): AgUiEvent {
    if (request === undefined) this.#permissions.delete(permissionId)
    else this.#permissions.set(permissionId, request)
    return {
      type: "STATE_DELTA",
      delta: [{ op: "add", path: "/permissions", value: Object.fromEntries(this.#permissions) }]
    }
  }

  /** The request of this name, while it is open. */
  request(permissionId: string): Asked | undefined {
    return this.#permissions.get(permissionId)
  }

  /** Takes over what a fold knows. */
  restore(state: SessionState, epoch: number): void {
    const { plan, usage, availableCommands, modes, currentModeId, configOptions, title, updatedAt } = state
    const known = { plan, usage, availableCommands, modes, currentModeId, configOptions, title, updatedAt }
    for (const [name, value] of Object.entries(known)) if (value !== null) this.#values[name] = value
    for (const { id, request, turnEnded } of state.pendingPermissions) {
      if (!turnEnded)
        this.#permissions.set(permissionIdOf(epoch, id), { toolCall: request.toolCall, options: request.options })
    }
  }
}
