/** The public names of `@rxacp/ag-ui`. */
export { type AgUiResponseOptions, agUiResponse } from "./ag-ui-response.ts"
export type { AgUiEvent, AgUiMessage, JsonPatch, RunEnd } from "./event.ts"
export type { AgUiOptions, SnapshotOfSession } from "./event-groups.ts"
export { type PermissionAnswer, permissionAnswer, permissionIdOf } from "./permission.ts"
export { toAgUi } from "./to-ag-ui.ts"
