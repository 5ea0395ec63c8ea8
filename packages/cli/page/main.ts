/** Starts the page: one session, its frames folded in this browser, drawn once a frame. */
import { conflate, latestState } from "@rxacp/core"
import { animationFrames } from "rxjs"
import { namedSession, nameSession, takeToken } from "./access.ts"
import { byId } from "./element.ts"
import { CallFailed, serverCalls } from "./server-calls.ts"
import { sessionMenu } from "./session-menu.ts"
import { sessionFrames } from "./session-stream.ts"
import { pageView } from "./view/page-view.ts"
import { initialView, reduceView } from "./view-state.ts"

const start = async (): Promise<void> => {
  const calls = serverCalls(takeToken())
  const info = await calls.info()
  byId("agent", HTMLElement).textContent = info.name
  const named = namedSession()
  sessionMenu(calls, info, named)
  const { sessionId } = await calls.open(named)
  if (named === undefined) {
    nameSession(sessionId)
    sessionMenu(calls, await calls.info(), sessionId)
  }
  sessionFrames(calls, sessionId)
    .pipe(
      latestState(reduceView, initialView),
      conflate(() => animationFrames())
    )
    .subscribe({ next: pageView(calls, sessionId), error: tell })
}

const tell = (error: unknown): void => {
  const link = byId("link", HTMLElement)
  link.dataset.link = "ended"
  link.textContent =
    error instanceof CallFailed && error.status === 401
      ? "This page has no access: open the address that the server printed"
      : error instanceof Error
        ? error.message
        : String(error)
}

start().catch(tell)
