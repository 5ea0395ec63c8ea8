// The same without TypeScript and without import: a promise in, a promise out.
const { ask } = require("@rxacp/node")
const { tryAgentCommand } = require("@rxacp/node/testing")

ask(tryAgentCommand(), "What is in the notes?")
  .text()
  .then((reply) => console.log(reply))
  .catch((failure) => {
    console.error(failure._tag, failure.message)
    process.exitCode = 1
  })
