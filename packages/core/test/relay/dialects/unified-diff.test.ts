import { expect, it } from "vitest"
import { textsOfDiff } from "../../../src/relay/dialects/unified-diff.ts"

it.each([
  ["a change", "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", "a\nb\nc\n", "a\nB\nc\n"],
  ["two hunks", "@@ -1 +1 @@\n-a\n+A\n@@ -9 +9 @@\n-z\n+Z\n", "a\nz\n", "A\nZ\n"],
  ["lines that look like headers", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n--- old\n+++ new\n", "-- old\n", "++ new\n"],
  ["no newline at the end", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n", "a\n", "b\n"],
  ["git's own headers", "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1 +0,0 @@\n-a\n", "a\n", ""]
])("reads %s", (_, diff, oldText, newText) => {
  expect(textsOfDiff(diff)).toEqual({ oldText, newText })
})

it("knows a new file by what it is compared with", () => {
  expect(textsOfDiff("--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+\n")).toEqual({ oldText: null, newText: "a\n\n" })
})
