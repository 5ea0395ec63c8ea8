// A page on `useChat` that shows one session: texts, thoughts, tool calls with their approvals, the plan.

import { useChat } from "@ai-sdk/react"
import {
  DefaultChatTransport,
  type DynamicToolUIPart,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  type UIMessage
} from "ai"
import { createElement as h, type ReactNode, useState } from "react"
import { createRoot } from "react-dom/client"

const transport = new DefaultChatTransport({ api: "/api/chat" })

type Answer = (id: string, approved: boolean) => void

const tool = (part: DynamicToolUIPart, answer: Answer): ReactNode => {
  const button = (name: string, approved: boolean) =>
    h("button", { type: "button", onClick: () => answer(part.approval?.id ?? "", approved) }, name)
  return h(
    "p",
    { key: part.toolCallId, className: "tool", "data-state": part.state },
    `${part.title ?? part.toolName}: ${part.state} `,
    part.state === "approval-requested" && [button("Allow", true), button("Reject", false)]
  )
}

const view = (part: UIMessage["parts"][number], key: number, answer: Answer): ReactNode => {
  if (part.type === "text" || part.type === "reasoning") return h("p", { key, className: part.type }, part.text)
  if (part.type === "dynamic-tool") return tool(part, answer)
  return part.type === "data-acp-plan" && "data" in part ? h("pre", { key }, JSON.stringify(part.data)) : null
}

const Page = ({ messages: initial }: { readonly messages: Array<UIMessage> }): ReactNode => {
  const chat = useChat({
    id: "page",
    messages: initial,
    transport,
    resume: true,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses
  })
  const [text, setText] = useState("")
  const answer: Answer = (id, approved) => void chat.addToolApprovalResponse({ id, approved })
  return h(
    "main",
    { "data-status": chat.status },
    chat.messages.map(({ id, role, parts }) =>
      h(
        "section",
        { key: id, id, className: role },
        parts.map((part, key) => view(part, key, answer))
      )
    ),
    h("input", { value: text, onChange: (event) => setText(event.target.value) }),
    h("button", { type: "button", id: "send", onClick: () => chat.sendMessage({ text }) }, "Send"),
    h("button", { type: "button", id: "stop", onClick: () => fetch("/api/stop", { method: "POST" }) }, "Stop")
  )
}

const root = document.getElementById("root")
const history: Array<UIMessage> = await (await fetch("/api/chat")).json()
if (root !== null) createRoot(root).render(h(Page, { messages: history }))
