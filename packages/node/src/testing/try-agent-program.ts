#!/usr/bin/env node
/** The program of the try-out agent. */
import { tryOutScript } from "@rxacp/core/testing"
import { serveScriptStdio } from "./serve-script-stdio.ts"

serveScriptStdio(tryOutScript)
