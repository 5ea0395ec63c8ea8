/** The script of the agent for trying things out: one turn with everything a client shows. */
import type { AgentScript } from "./script.ts"
import type { Step } from "./step.ts"
import { askPermission, patch, plan, say, stream, think, toolCall, usage, wait } from "./steps.ts"

const NOTES = "/workspace/NOTES.md"
const OLD_NOTES = "# Notes\n\nNothing here yet.\n"
const NEW_NOTES = "# Notes\n\n- asked: {prompt}\n"
const CONTEXT = 200_000

const steps = ["Read the notes", "Write down what was asked", "Answer"] as const

/** The plan with the first `done` entries behind and the next one in progress. */
const progress = (done: number): Step =>
  plan(
    steps.map((content, index) => ({
      content,
      priority: index === 1 ? "high" : "medium",
      status: index < done ? "completed" : index === done ? "in_progress" : "pending"
    }))
  )

const answer = (text: string, messageId: string): Step => stream(text, { every: 25, messageId })

/**
 * Thinks, plans, reads a file, asks before it edits one, and answers with a text that refers to the prompt. A refused
 * permission shows as a failed tool call, and the answer says so. Nothing is read or written really.
 */
export const tryOutScript: AgentScript = {
  info: { name: "rxacp-try-agent", title: "rxacp try-out agent", version: "0.1.0" },
  stored: [
    {
      sessionId: "an-earlier-session",
      cwd: "/workspace",
      title: "An earlier conversation",
      updatedAt: "2026-01-01T12:00:00Z",
      history: [
        { sessionUpdate: "user_message_chunk", content: { type: "text", text: "What is in the notes?" } },
        { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "Nothing yet." } }
      ]
    }
  ],
  turns: [
    [
      think("The user wants: "),
      wait(80),
      think("“{prompt}”. I read the notes first."),
      wait(80),
      progress(0),
      wait(80),
      toolCall({
        toolCallId: "read-notes",
        title: "Read NOTES.md",
        kind: "read",
        status: "in_progress",
        locations: [{ path: NOTES, line: 1 }],
        rawInput: { path: NOTES }
      }),
      wait(150),
      patch("read-notes", {
        status: "completed",
        content: [{ type: "content", content: { type: "text", text: OLD_NOTES } }]
      }),
      usage(1_200, CONTEXT),
      progress(1),
      wait(80),
      toolCall({
        toolCallId: "edit-notes",
        title: "Edit NOTES.md",
        kind: "edit",
        status: "pending",
        locations: [{ path: NOTES, line: 3 }],
        content: [{ type: "diff", path: NOTES, oldText: OLD_NOTES, newText: NEW_NOTES }]
      }),
      askPermission(
        { toolCallId: "edit-notes", title: "Edit NOTES.md", kind: "edit" },
        {
          allowed: [
            patch("edit-notes", { status: "in_progress" }),
            wait(150),
            patch("edit-notes", { status: "completed" }),
            progress(2),
            wait(80),
            answer("You asked: “{prompt}”. ", "answer"),
            answer("I read the notes and wrote your question down in NOTES.md.", "answer"),
            progress(3)
          ],
          rejected: [
            patch("edit-notes", { status: "failed" }),
            wait(80),
            answer("You asked: “{prompt}”. ", "answer"),
            answer("I read the notes. I did not edit NOTES.md, because you did not allow it.", "answer")
          ]
        }
      ),
      usage(2_300, CONTEXT, { amount: 0.01, currency: "USD" })
    ],
    [
      think("Another one: “{prompt}”."),
      wait(120),
      answer("You also asked: “{prompt}”. ", "answer-again"),
      say("This is the try-out agent, so that is all it knows.", { messageId: "answer-again" }),
      usage(2_900, CONTEXT, { amount: 0.02, currency: "USD" })
    ]
  ]
}
