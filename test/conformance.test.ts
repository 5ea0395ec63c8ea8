/** Our schemas against the official one, definition by definition, key by key, mark by mark. */
import { RpcErrorCode, methods as table } from "@rxacp/core"
import * as ours from "@rxacp/core/schema"
import { methodSchemas as methods } from "@rxacp/core/schema"
import { describe, expect, it } from "vitest"
import { type Difference, type OfficialNode, official, officialForms } from "./support/official-schema.ts"
import { ourForms } from "./support/our-form.ts"
import { type Key, object, scalar } from "./support/wire-form.ts"

/** Definitions that have no schema of ours, and why. */
const absent: Readonly<Record<string, string>> = {
  AgentRequest: "the envelope of a call is decoded before its params; `methods` says what they are",
  AgentResponse: "as AgentRequest",
  AgentNotification: "as AgentRequest",
  ClientRequest: "as AgentRequest",
  ClientResponse: "as AgentRequest",
  ClientNotification: "as AgentRequest",
  ExtRequest: "the params of an extension can be anything, so there is nothing to decode",
  ExtResponse: "as ExtRequest",
  ExtNotification: "as ExtRequest"
}

/** Definitions that go by another name here, so that `Error` stays the one of the language. */
const renamed: Readonly<Record<string, string>> = { Error: "ErrorObject" }

const usageKey: Key = {
  optional: true,
  lenient: true,
  fallback: undefined,
  of: [...ourForms(ours.Usage), scalar("null")]
}

const keepsUnknown: Difference = (forms) => [...forms, { is: "kept unknown", key: "type" }]

/** Where our schemas are meant to differ from the official ones. */
const differences: Readonly<Record<string, Difference>> = {
  // What has an unknown `type` is kept as it is, where the official decoders refuse or drop it.
  ContentBlock: keepsUnknown,
  ToolCallContent: keepsUnknown,
  SessionConfigOption: keepsUnknown,
  // Agents end turns for reasons of their own, "error" among them; the turn ends all the same.
  StopReason: (forms) => [...forms, scalar("string")],
  // The protocol's pages call the key `modeId`, so some agents do.
  SessionUpdate: (forms) => [...forms, { is: "alias", from: "modeId", to: "currentModeId" }],
  // Decoding invents no key: absent `properties` stay absent, where the official decoders put an empty object.
  ElicitationSchema: (forms) =>
    forms.map((form) =>
      form.is === "object"
        ? object({ ...form.keys, properties: { ...(form.keys.properties as Key), fallback: undefined } }, form.rest)
        : form
    ),
  // An option of a kind from a later version is kept and reported, so that it can still be chosen by its id.
  PermissionOptionKind: (forms) => [...forms, scalar("any other word, reported")],
  // Several agents tell the tokens of a turn where the draft of the protocol has them.
  PromptResponse: (forms) =>
    forms.map((form) => (form.is === "object" ? object({ ...form.keys, usage: usageKey }, form.rest) : form)),
  // The known codes are examples of the numbers it accepts besides.
  ErrorCode: () => [scalar("int32")]
}

const schemas = ours as Readonly<Record<string, unknown>>
const schemaOf = (definition: string) => schemas[renamed[definition] ?? definition] as Parameters<typeof ourForms>[0]
const definitions = Object.keys(official.$defs).filter((name) => !Object.hasOwn(absent, name))

describe("the official schema", () => {
  const marked = (mark: keyof OfficialNode): number => JSON.stringify(official.$defs).split(`"${mark}":true`).length - 1

  it("is the one that these tests were written for", () => {
    expect(Object.keys(official.$defs)).toHaveLength(178)
    expect(marked("x-deserialize-default-on-error")).toBe(245)
    expect(marked("x-deserialize-skip-invalid-items")).toBe(19)
    expect(marked("x-deserialize-default-on-null")).toBe(14)
  })
})

describe("every definition", () => {
  it.each(definitions)("%s has the same keys, types, requirements, defaults and marks here", (name) => {
    expect(ourForms(schemaOf(name))).toEqual(officialForms(name, differences))
  })

  it.each(Object.keys(absent))("%s is still there to be left out", (name) => {
    expect(official.$defs).toHaveProperty(name)
    expect(schemas).not.toHaveProperty(name)
  })

  it.each(Object.entries(differences))("%s differs where it is said to", (name) => {
    expect(ourForms(schemaOf(name))).not.toEqual(officialForms(name, {}))
  })
})

it("the error codes with names are those of the official schema", () => {
  const codes = official.$defs.ErrorCode?.anyOf?.flatMap(({ const: code }) => code ?? [])
  expect(Object.values(RpcErrorCode).sort()).toEqual(codes?.sort())
})

describe("every method", () => {
  const sides: Readonly<Record<string, string>> = {
    agent: "client->agent",
    client: "agent->client",
    protocol: "both"
  }
  const used = Object.entries(official.$defs).flatMap(([name, { "x-method": method, "x-side": side }]) =>
    method && side ? [{ name, method, side }] : []
  )

  it("of the official schema is in the table, and no other", () => {
    expect(Object.keys(methods).sort()).toEqual([...new Set(used.map(({ method }) => method))].sort())
    expect(Object.keys(methods)).toHaveLength(25)
    expect(Object.keys(table)).toEqual(Object.keys(methods))
  })

  it.each(used)("$method takes or gives $name", ({ name, method, side }) => {
    const entry = methods[method as keyof typeof methods]
    const role = name.endsWith("Response") ? "result" : "params"
    expect(entry).toHaveProperty("direction", sides[side])
    expect(role in entry && (entry as { params: unknown; result?: unknown })[role]).toBe(schemaOf(name))
    expect(entry.kind).toBe(
      used.some((other) => other.method === method && other.name.endsWith("Response")) ? "request" : "notification"
    )
  })
})
