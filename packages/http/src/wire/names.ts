/** The names that both sides of a network transport agree on. */

/** Header that names a connection (RFD: Identity Model). */
export const CONNECTION_ID = "Acp-Connection-Id"
/** Header that names a session (RFD: Identity Model). */
export const SESSION_ID = "Acp-Session-Id"
/** Header of a POST in a resumable connection: the running number of its message, from 1. */
export const POSITION = "Acp-Position"
/** Header of a request in a resumable connection: the position up to which everything has arrived. */
export const RECEIVED = "Acp-Received"
/** Header of the answer to `initialize`: the grace time of a resumable connection, in milliseconds. */
export const RESUME = "Acp-Resume"
/** Query parameter with which a client asks for a connection that survives a cut; peers that do not know it ignore it. */
export const RESUME_PARAMETER = "acp-resume"

export const EVENT_STREAM = "text/event-stream"
export const JSON_TYPE = "application/json"

/** The subprotocol that a client offers when it has to send its token in one, as browsers do. */
export const SUBPROTOCOL = "acp.v1"
/** Prefix of the subprotocol that carries a token, in base64url. */
export const TOKEN_SUBPROTOCOL = "acp.bearer."

/** WebSocket close codes with a meaning of their own here. */
export const CloseCode = {
  done: 1000,
  goingAway: 1001,
  policy: 1008,
  tooBig: 1009,
  internal: 1011,
  /** Another socket has taken the connection over. */
  replaced: 4001,
  /** The server does not know the connection any more. */
  unknownConnection: 4404
} as const
