/** A hold that comes and goes with the number of values that wait. */
import type { Flow } from "../transport/flow.ts"

/** When a flow is held because values wait, and when it is released. */
export interface WaterMarks {
  /** The hold starts when this many values wait; default 16. What one line still yields comes on top. */
  readonly highWater?: number
  /** The hold is lifted when no more than this many values wait; default 4. */
  readonly lowWater?: number
}

/** Holds a flow while too many values wait. */
export interface Gate {
  /** Takes the hold at `highWater` waiting values and releases it at `lowWater`. */
  readonly update: (waiting: number) => void
  /** Lets go, and holds no more. */
  readonly open: () => void
}

/** Returns what makes a gate; throws a `RangeError` unless `0 <= lowWater < highWater`. */
export const gateAt = (flow: Flow, { highWater = 16, lowWater = 4 }: WaterMarks): (() => Gate) => {
  if (!(0 <= lowWater && lowWater < highWater)) {
    throw new RangeError(`0 <= lowWater < highWater is not true of ${lowWater} and ${highWater}`)
  }
  return () => {
    let release: (() => void) | undefined
    let isOpen = false
    const letGo = (): void => {
      const held = release
      // Letting go delivers what waits before it returns, and that may be enough for a new hold.
      release = undefined
      held?.()
    }
    return {
      update: (waiting) => {
        if (waiting <= lowWater) letGo()
        else if (waiting >= highWater && !isOpen) release ??= flow.hold()
      },
      open: () => {
        isOpen = true
        letGo()
      }
    }
  }
}
