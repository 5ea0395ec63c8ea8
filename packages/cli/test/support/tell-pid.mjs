/** Loaded before an agent's program, tells the test which process it is: the file to write to comes in `AGENT_PID_FILE`. */
import { writeFileSync } from "node:fs"

writeFileSync(process.env.AGENT_PID_FILE, String(process.pid))
