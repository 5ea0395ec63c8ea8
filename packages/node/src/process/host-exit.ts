/** Ends child processes when the host process ends. */

interface Charge {
  readonly kill: () => void
  readonly signals: ReadonlyArray<NodeJS.Signals>
}

/**
 * What is to be killed when the host ends. It belongs to the host process as a whole, like the listeners it stands
 * behind: with a listener per agent Node would warn of a leak from the eleventh on.
 */
const charges = new Set<Charge>()

/**
 * Calls `kill` when the host exits, and, for the signals that are named, before the host ends by one of them. Returns
 * how to call it off. A signal for which the host has listeners of its own is left to them once `kill` was called;
 * otherwise the host ends by it, as it would have without us.
 */
export const onHostExit = (kill: () => void, named: ReadonlyArray<NodeJS.Signals> = []): (() => void) => {
  const signals = [...new Set(named)]
  const charge = { kill, signals }
  if (charges.size === 0) process.on("exit", killAll)
  for (const signal of signals) if (!isAwaited(signal)) process.on(signal, onSignal)
  charges.add(charge)
  return () => {
    if (!charges.delete(charge)) return
    for (const signal of signals) if (!isAwaited(signal)) process.off(signal, onSignal)
    if (charges.size === 0) process.off("exit", killAll)
  }
}

const isAwaited = (signal: NodeJS.Signals): boolean => [...charges].some((charge) => charge.signals.includes(signal))

const killAll = (): void => {
  for (const charge of charges) charge.kill()
}

const onSignal = (signal: NodeJS.Signals): void => {
  for (const charge of charges) if (charge.signals.includes(signal)) charge.kill()
  if (process.listenerCount(signal) > 1) return
  process.off(signal, onSignal)
  process.kill(process.pid, signal)
}
