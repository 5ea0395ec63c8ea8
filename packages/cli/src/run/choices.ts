/** The model and the mode that the command line asks for, set in a session before its first prompt. */
import type { Session, SessionConfigOption } from "@rxacp/core"
import { firstValueFrom } from "rxjs"

/** A choice that the agent does not offer; the message says what it does offer. */
export class NotOffered extends Error {}

interface Choice {
  readonly model?: string
  readonly mode?: string
}

interface Offered {
  readonly configOptions?: ReadonlyArray<SessionConfigOption> | null
}

type KnownOption = Extract<SessionConfigOption, { readonly id: string }>

const isModel = (option: SessionConfigOption): option is KnownOption =>
  "id" in option && (option.category === "model" || option.id === "model")

const valuesOf = (option: KnownOption): ReadonlyArray<string> => {
  if (!("options" in option)) return []
  return option.options.flatMap((entry) =>
    "options" in entry ? entry.options.map(({ value }) => value) : [entry.value]
  )
}

const listed = (what: string, values: ReadonlyArray<string>): string =>
  values.length === 0 ? `the agent offers no choice of ${what}` : `it offers ${values.join(", ")}`

/** Sets what is asked for. Throws `NotOffered` for what the agent does not have, and the failure of the call otherwise. */
export const applyChoices = async (session: Session, { model, mode }: Choice): Promise<void> => {
  const { configOptions }: Offered = session.opened ?? {}
  if (model !== undefined) {
    const option = configOptions?.find(isModel)
    const values = option === undefined ? [] : valuesOf(option)
    if (option === undefined || !values.includes(model)) {
      throw new NotOffered(`there is no model ${model}: ${listed("models", values)}`)
    }
    await firstValueFrom(session.setConfigOption(option.id, model))
  }
  if (mode !== undefined) {
    const modes = session.opened?.modes?.availableModes.map(({ id }) => id) ?? []
    if (!modes.includes(mode)) throw new NotOffered(`there is no mode ${mode}: ${listed("modes", modes)}`)
    await firstValueFrom(session.setMode(mode))
  }
}
