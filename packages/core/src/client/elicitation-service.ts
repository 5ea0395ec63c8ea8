/** How a client lets an agent ask its user for input (protocol: Elicitation). */
import type {
  CompleteElicitationNotification,
  CreateElicitationRequest,
  CreateElicitationResponse
} from "../schema/index.ts"
import type { Answer } from "./services.ts"

/** `elicitation/*`: each mode that is present is advertised; a request of another mode is answered -32602. */
export interface ElicitationService {
  /** Shows a form and answers with what was filled in. */
  readonly form?: Answer<CreateElicitationRequest, CreateElicitationResponse>
  /** Asks for consent to open a URL; accepting means consent, not that the visit is over. */
  readonly url?: Answer<CreateElicitationRequest, CreateElicitationResponse>
  /** Is called when the visit to a URL is over; also for unknown ids. */
  readonly complete?: (notification: CompleteElicitationNotification) => void
}
