// In a page: the state of the session that `session-stream.ts` sends, and its reply in an element of the page.
import { eventFromJson } from "@rxacp/core"
import { foldSession, replyText, restoreSession, type SessionState } from "@rxacp/fold"
import { Observable } from "rxjs"

/** The states of a session. An EventSource connects again by itself, and then begins with the state as it is. */
export const sessionStates = (url: string): Observable<SessionState> =>
  new Observable((view) => {
    let state: SessionState
    const source = new EventSource(url)
    const on = (name: string, act: (data: string) => void): void =>
      source.addEventListener(name, (event: MessageEvent<string>) => act(event.data))

    on("state", (data) => {
      state = restoreSession(data)
      view.next(state)
    })
    on("event", (data) => {
      state = foldSession(state, eventFromJson(JSON.parse(data)))
      view.next(state)
    })
    on("end", () => view.complete())
    return () => source.close()
  })

/** Shows the reply as it grows. */
export const showReply = (url: string, element: HTMLElement): void => {
  sessionStates(url).subscribe({
    next: (state) => {
      element.textContent = replyText(state)
    },
    complete: () => {
      element.dataset.over = "true"
    }
  })
}
