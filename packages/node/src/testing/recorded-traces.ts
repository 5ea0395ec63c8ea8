/** What real agents wrote, as fixtures. */
import type { Trace } from "@rxacp/core/testing"
import { requireFrom } from "../process/require-from.ts"

/**
 * The traces that `@rxacp/core` carries as `@rxacp/core/testing/traces.json`, by name, such as `opencode-1.18-tools`: Codex,
 * Gemini CLI and OpenCode, each with tools, a plan, a refused permission, a cancelled turn and a loaded session; Claude,
 * Copilot, Cline, Qwen and Auggie with some of these. Texts, paths and ids in them are not personal. Play one with `playTrace`, or fold its agent's lines.
 */
export const recordedTraces = (): Readonly<Record<string, Trace>> =>
  requireFrom(import.meta.url)("@rxacp/core/testing/traces.json")
