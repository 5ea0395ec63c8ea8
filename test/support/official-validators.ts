/** Validators of the official JSON Schema, strict as it stands: its marks of leniency mean nothing to them. */
import { Ajv2020 } from "ajv/dist/2020.js"
import { official } from "./official-schema.ts"

const whole = (min: number, max: number) => ({
  type: "number" as const,
  validate: (value: number) => Number.isInteger(value) && value >= min && value <= max
})

const ajv = new Ajv2020({
  strict: false,
  formats: {
    uint16: whole(0, 65_535),
    uint32: whole(0, 4_294_967_295),
    int32: whole(-(2 ** 31), 2 ** 31 - 1),
    uint64: whole(0, Number.MAX_VALUE),
    int64: whole(-Number.MAX_VALUE, Number.MAX_VALUE),
    double: { type: "number", validate: Number.isFinite },
    uri: (value) => URL.canParse(value)
  }
}).addSchema(official, "acp")

/** Whether the official schema accepts a value as a definition. */
export const officialValidator = (definition: string): ((value: unknown) => boolean) => {
  const validate = ajv.compile({ $ref: `acp#/$defs/${definition}` })
  return (value) => validate(value) as boolean
}
