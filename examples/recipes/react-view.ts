// React: an observable of states as a store for useSyncExternalStore. Here it is rendered to text, once at the end.
import { conflate, connect, latestState } from "@rxacp/core"
import { emptySession, foldSession, isRunning, messages, messageText, type SessionState } from "@rxacp/fold"
import { spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { createElement as h, type ReactElement, useSyncExternalStore } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { concatMap, lastValueFrom, type Observable, share, timer } from "rxjs"

interface Store<State> {
  readonly subscribe: (changed: () => void) => () => void
  readonly current: () => State
}

/** What useSyncExternalStore takes. Make it once, outside of the component, or in useMemo. */
const storeOf = <State>(states: Observable<State>, initial: State): Store<State> => {
  let current = initial
  return {
    subscribe: (changed) => {
      const shown = states.subscribe((state) => {
        current = state
        changed()
      })
      return () => shown.unsubscribe()
    },
    current: () => current
  }
}

const Conversation = ({ store }: { readonly store: Store<SessionState> }): ReactElement => {
  const state = useSyncExternalStore(store.subscribe, store.current, store.current)
  const items = messages(state).map((each) => h("li", { key: each.key, className: each.role }, messageText(each)))
  return h("ul", { "aria-busy": isRunning(state) }, items)
}

await using agent = spawnAgent(tryAgentCommand())
const connection = connect(agent, { info: { name: "react", version: "1.0.0" } })
const turn = connection.open({ cwd: process.cwd() }).pipe(concatMap((session) => session.prompt("Tidy up")))

// In a page the states are those of `browser-view.ts`, and `timer(16)` is `animationFrames()` of RxJS.
const states = turn.pipe(
  latestState(foldSession, emptySession()),
  conflate(() => timer(16)),
  // One turn for all who show it: without this each of them would send the prompt.
  share()
)
const store = storeOf(states, emptySession())
const leave = store.subscribe(() => {})
await lastValueFrom(states)
console.log(renderToStaticMarkup(h(Conversation, { store })))
leave()
