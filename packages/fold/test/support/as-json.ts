/** The state as it comes back from JSON text. */
import { type SerializedSession, type SessionState, serializeSession } from "@rxacp/fold"

/** Serialises by way of text, so that whatever JSON can't hold is lost or throws. */
export const asJson = (state: SessionState): SerializedSession => JSON.parse(JSON.stringify(serializeSession(state)))
