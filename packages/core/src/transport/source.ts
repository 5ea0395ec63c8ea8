/** Where bytes come from: three kinds of source behind one switch. */
import type { Observable } from "rxjs"
import { Loop } from "../internal/loop.ts"

/** Bytes that are pushed. Without `pause` what arrives while delivery is held is buffered up to a limit. */
export interface PushSource {
  readonly bytes: Observable<Uint8Array>
  readonly pause?: () => void
  readonly resume?: () => void
}

/** What a transport can read from. Iterables and streams are pulled, so they wait when delivery is held. */
export type ByteSource = AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | PushSource

export interface SourceSink {
  readonly chunk: (bytes: Uint8Array) => void
  /** The source has ended, by itself or with an error. Called once at most. */
  readonly end: (error?: unknown) => void
}

/** A source that has been taken over. */
export interface Feed {
  /** Asks for more, or for no more. A feed starts paused. */
  readonly want: (more: boolean) => void
  /** Stops reading for good and frees the source. */
  readonly stop: () => void
}

/** Takes a source over. A pushed one is subscribed to at once, so that nothing is lost, and paused. */
export const openSource = (source: ByteSource, sink: SourceSink): Feed => {
  if ("bytes" in source) return openPushed(source, sink)
  return openPulled("getReader" in source ? readerOf(source) : iteratorOf(source), sink)
}

const openPushed = ({ bytes, pause, resume }: PushSource, sink: SourceSink): Feed => {
  let flowing = true
  const want = (more: boolean): void => {
    if (more === flowing) return
    flowing = more
    if (more) resume?.()
    else pause?.()
  }
  want(false)
  const subscription = bytes.subscribe({ next: sink.chunk, error: sink.end, complete: () => sink.end() })
  return { want, stop: () => subscription.unsubscribe() }
}

interface Puller {
  readonly next: () => Promise<{ readonly done?: boolean; readonly value?: Uint8Array | undefined }>
  readonly cancel: () => Promise<unknown>
}

const readerOf = (stream: ReadableStream<Uint8Array>): Puller => {
  const reader = stream.getReader()
  return { next: () => reader.read(), cancel: () => reader.cancel() }
}

const iteratorOf = (iterable: AsyncIterable<Uint8Array>): Puller => {
  const iterator = iterable[Symbol.asyncIterator]()
  return { next: () => iterator.next(), cancel: async () => iterator.return?.() }
}

const openPulled = (puller: Puller, sink: SourceSink): Feed => {
  let wanted = false
  let stopped = false

  const loop = new Loop({
    step: () =>
      wanted &&
      !stopped &&
      puller.next().then(({ done, value }) => {
        if (stopped) return
        if (done === true) {
          stopped = true
          sink.end()
        } else if (value !== undefined) sink.chunk(value)
      }),
    failed: (error) => {
      if (stopped) return
      stopped = true
      sink.end(error)
    }
  })

  return {
    want: (more) => {
      wanted = more
      if (more) loop.run()
    },
    stop: () => {
      if (stopped) return
      stopped = true
      // An error of the source while it is being cancelled is ignored.
      puller.cancel().catch(() => {})
    }
  }
}
