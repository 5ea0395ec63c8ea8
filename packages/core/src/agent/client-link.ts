/** What an agent can say to its client that is about no session. */
import { map, type Observable } from "rxjs"
import { assertOffered, type CallSite } from "./client-calls.ts"

/** The way to the client besides sessions. */
export interface ClientLink {
  /** A request of an extension, as a cold Observable of the result as it came; given up on unsubscribe. */
  request(method: string, params?: unknown): Observable<unknown>
  /** A notification of an extension, sent at once. */
  notify(method: string, params?: unknown): void
  /** Tells the client that the visit to an address is over. Throws `CapabilityMissing` when it does not open any. */
  completeElicitation(elicitationId: string): void
}

export const clientLink = ({ peer, capabilities }: CallSite): ClientLink => ({
  request: (method, params) => peer.call(method, params).pipe(map(({ result }) => result)),
  notify: (method, params) => peer.notify(method, params),
  completeElicitation: (elicitationId) => {
    assertOffered("elicitation/complete", capabilities())
    peer.notify("elicitation/complete", { elicitationId })
  }
})
