import { methods, missingCapability } from "@rxacp/core"
import { describe, expect, it } from "vitest"

describe("missingCapability", () => {
  it("lets through what every peer must answer", () => {
    expect(missingCapability("session/new", {})).toBeUndefined()
    expect(missingCapability("session/request_permission", {})).toBeUndefined()
  })

  it("names the capability that was not offered", () => {
    expect(missingCapability("session/load", {})).toBe("agentCapabilities.loadSession")
    expect(missingCapability("session/load", { agentCapabilities: { loadSession: false } })).toBeDefined()
    expect(missingCapability("session/load", { agentCapabilities: { loadSession: true } })).toBeUndefined()
  })

  it("takes an object for an offer, and null for none", () => {
    const offer = (close: object | null) => ({ agentCapabilities: { sessionCapabilities: { close } } })
    expect(missingCapability("session/close", offer({}))).toBeUndefined()
    expect(missingCapability("session/close", offer(null))).toBe("agentCapabilities.sessionCapabilities.close")
  })

  it("needs one mode of elicitation, since a bare object offers none", () => {
    expect(missingCapability("elicitation/create", { clientCapabilities: { elicitation: {} } })).toMatch(/ or /)
    expect(
      missingCapability("elicitation/create", { clientCapabilities: { elicitation: { url: {} } } })
    ).toBeUndefined()
  })

  it("knows the needs of every gated method", () => {
    const gated = Object.entries(methods).filter(([, method]) => "needs" in method)
    expect(gated).toHaveLength(15)
  })
})
