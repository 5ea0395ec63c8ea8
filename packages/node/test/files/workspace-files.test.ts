import { execFileSync } from "node:child_process"
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type FileAccess, type WorkspaceFiles, type WorkspaceFilesOptions, workspaceFiles } from "@rxacp/node"
import fc from "fast-check"
import { firstValueFrom, from } from "rxjs"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

let outside: string
let root: string
beforeEach(() => {
  outside = realpathSync(mkdtempSync(join(tmpdir(), "rxacp-files-")))
  root = join(outside, "work")
  mkdirSync(root)
})
afterEach(() => rmSync(outside, { recursive: true, force: true }))

const context = { id: 1, method: "fs/…" }
const serve = (options: Partial<WorkspaceFilesOptions> = {}) => workspaceFiles({ root, ...options })
const read = (files: WorkspaceFiles, path: string, range: { line?: number | null; limit?: number | null } = {}) =>
  firstValueFrom(from(files.readTextFile?.({ sessionId: "s1", path, ...range }, context) ?? []))
const write = (files: WorkspaceFiles, path: string, content: string) =>
  firstValueFrom(from(files.writeTextFile?.({ sessionId: "s1", path, content }, context) ?? []))

const file = (name: string, content: string | Uint8Array = "text\n"): string => {
  const path = join(root, name)
  writeFileSync(path, content)
  return path
}

describe("reading", () => {
  it("answers a missing file with -32002 and the path (case 58)", async () => {
    const path = join(root, "none.txt")
    await expect(read(serve(), path)).rejects.toMatchObject({ code: -32002, data: { path } })
    await expect(read(serve(), join(file("a.txt"), "below"))).rejects.toMatchObject({ code: -32002 })
  })

  it.each([
    [{}, "one\ntwo\r\nthree\nfour"],
    [{ line: 2, limit: 2 }, "two\r\nthree\n"],
    [{ line: 1, limit: 1 }, "one\n"],
    [{ line: 0, limit: 1 }, "one\n"],
    [{ line: null, limit: null }, "one\ntwo\r\nthree\nfour"],
    [{ line: 4 }, "four"],
    [{ line: 3, limit: 10 }, "three\nfour"],
    [{ limit: 0 }, ""]
  ])("gives the lines of %j with their line ends", async (range, content) => {
    expect(await read(serve(), file("lines.txt", "one\ntwo\r\nthree\nfour"), range)).toEqual({ content })
  })

  it("answers a line past the end with -32602, and the line after the last line end with nothing", async () => {
    const path = file("lines.txt", "one\ntwo\n")
    expect(await read(serve(), path, { line: 3 })).toEqual({ content: "" })
    await expect(read(serve(), path, { line: 4 })).rejects.toMatchObject({ code: -32602 })
    expect(await read(serve(), file("empty.txt", ""), { line: 1 })).toEqual({ content: "" })
  })

  it.each([{ line: -1 }, { line: 1.5 }, { limit: -1 }, { limit: 0.5 }, { limit: Number.NaN }, { line: 2 ** 60 }])(
    "refuses %j",
    async (range) => {
      const reason = { code: -32602, message: expect.stringContaining("must be a whole number from 0 on") }
      await expect(read(serve(), file("lines.txt"), range)).rejects.toMatchObject(reason)
    }
  )

  it("gives the whole text, page by page", async () => {
    const files = serve()
    const text = fc.array(fc.constantFrom("a", "é", "\n", "\r\n", "🎉")).map((parts) => parts.join(""))
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 3 }), async (content, limit) => {
        const path = file("pages.txt", content)
        const pages = Math.ceil(content.split("\n").length / limit)
        const texts = Array.from({ length: pages }, (_, page) => read(files, path, { line: page * limit + 1, limit }))
        expect((await Promise.all(texts)).map((page) => page.content).join("")).toBe(content)
      }),
      { numRuns: 50 }
    )
  })

  it("keeps a byte order mark, which would else be lost when the text is written back", async () => {
    expect(await read(serve(), file("bom.txt", "\uFEFFtext"))).toEqual({ content: "\uFEFFtext" })
  })

  it.each([
    ["a binary file", Buffer.from("a\0b"), "the file is binary"],
    ["a text in another encoding", Buffer.from([0x66, 0xfc, 0x72]), "the file is not UTF-8 text"],
    ["a file over the limit", "x".repeat(101), "the file has 101 bytes, the limit is 100"]
  ])("refuses %s", async (_, content, message) => {
    const path = file("refused", content)
    await expect(read(serve({ maxBytes: 100 }), path)).rejects.toMatchObject({ code: -32602, message, data: { path } })
  })

  it("refuses a folder and a named pipe", async () => {
    await expect(read(serve(), root)).rejects.toMatchObject({ code: -32602, message: "the path is a folder" })
    const pipe = join(root, "pipe")
    execFileSync("sh", ["-c", 'mkfifo "$0"', pipe])
    await expect(read(serve(), pipe)).rejects.toMatchObject({ code: -32602, message: "the path is not a regular file" })
  })

  it("gives what an editor shows, saved or not", async () => {
    const open = new Map([
      [join(root, "open.txt"), "unsaved\ntext\n"],
      [join(root, "new.txt"), "never saved\n"]
    ])
    const files = serve({ overlay: { read: (path) => open.get(path) } })
    expect(await read(files, file("open.txt", "saved\n"), { line: 2 })).toEqual({ content: "text\n" })
    expect(await read(files, join(root, "new.txt"))).toEqual({ content: "never saved\n" })
    expect(await read(files, file("closed.txt", "on disk\n"))).toEqual({ content: "on disk\n" })
  })
})

describe("the root", () => {
  const refused = { code: -32602, message: "the path is outside of the workspace" }

  it("keeps out what is beside it, also under a name that begins like its own", async () => {
    mkdirSync(`${root}-twin`)
    for (const path of [join(outside, "secret"), join(`${root}-twin`, "secret"), `${root}/../secret`]) {
      writeFileSync(path, "secret")
      await expect(read(serve(), path)).rejects.toMatchObject(refused)
      await expect(write(serve(), path, "changed")).rejects.toMatchObject(refused)
      expect(readFileSync(path, "utf8")).toBe("secret")
    }
  })

  it("keeps out where symbolic links lead", async () => {
    writeFileSync(join(outside, "secret"), "secret")
    symlinkSync(join(outside, "secret"), join(root, "link"))
    symlinkSync(outside, join(root, "folder"))
    await expect(read(serve(), join(root, "link"))).rejects.toMatchObject(refused)
    await expect(read(serve(), join(root, "folder", "secret"))).rejects.toMatchObject(refused)
    await expect(write(serve(), join(root, "folder", "new", "file"), "x")).rejects.toMatchObject(refused)
    expect(existsSync(join(outside, "new"))).toBe(false)
  })

  it("takes no link that leads nowhere, since what is written would appear there", async () => {
    symlinkSync(join(outside, "later"), join(root, "dangling"))
    await expect(write(serve(), join(root, "dangling"), "x")).rejects.toMatchObject({ code: -32602 })
    await expect(write(serve(), join(root, "dangling", "file"), "x")).rejects.toMatchObject({ code: -32602 })
    expect(existsSync(join(outside, "later"))).toBe(false)
  })

  it("takes links that stay inside, and roots that are links themselves", async () => {
    file("real.txt")
    symlinkSync(join(root, "real.txt"), join(root, "link"))
    symlinkSync(root, join(outside, "root-link"))
    expect(await read(serve(), join(root, "link"))).toEqual({ content: "text\n" })
    expect(await read(serve({ root: join(outside, "root-link") }), join(root, "real.txt"))).toEqual({
      content: "text\n"
    })
    expect(await read(serve(), join(outside, "root-link", "real.txt"))).toEqual({ content: "text\n" })
  })

  it("takes names that only look like a way out, and several roots", async () => {
    expect(await read(serve(), file("..hidden"))).toEqual({ content: "text\n" })
    const second = join(outside, "second")
    mkdirSync(second)
    await write(serve({ root: [root, second] }), join(second, "a.txt"), "a")
    expect(readFileSync(join(second, "a.txt"), "utf8")).toBe("a")
  })

  it("takes absolute paths only", async () => {
    const reason = { code: -32602, message: "the path is not absolute" }
    await expect(read(serve(), "work/a.txt")).rejects.toMatchObject(reason)
    await expect(write(serve(), "a.txt", "x")).rejects.toMatchObject(reason)
    await expect(read(serve(), `${root}/a\0b`)).rejects.toMatchObject({ code: -32602 })
  })
})

describe("writing", () => {
  it("makes the file and its folders and answers {} (case 58)", async () => {
    const path = join(root, "new", "dir", "f.txt")
    expect(await write(serve(), path, "a\n")).toEqual({})
    expect(await read(serve(), path, { line: 1, limit: 1 })).toEqual({ content: "a\n" })
  })

  it("keeps the mode of a file and replaces it as a whole", async () => {
    const path = file("script.sh", "old, and longer\n")
    chmodSync(path, 0o751)
    const { ino } = statSync(path)
    await write(serve(), path, "new\n")
    expect(statSync(path).mode & 0o777).toBe(0o751)
    expect(statSync(path).ino).not.toBe(ino)
    expect(readFileSync(path, "utf8")).toBe("new\n")
    expect(readdirSync(root)).toEqual(["script.sh"])
  })

  it("keeps no bits that run a file as its owner, and its owner where that is allowed", async () => {
    const path = file("tool", "old")
    if (process.getuid?.() === 0) chownSync(path, 12345, 23456)
    const { uid, gid } = statSync(path)
    chmodSync(path, 0o6755)
    await write(serve(), path, "new")
    expect(statSync(path)).toMatchObject({ uid, gid, mode: 0o100755 })
  })

  it("writes where a link inside the root leads and keeps the link", async () => {
    symlinkSync(file("real.txt"), join(root, "link"))
    await write(serve(), join(root, "link"), "new\n")
    expect(readFileSync(join(root, "real.txt"), "utf8")).toBe("new\n")
    expect(realpathSync(join(root, "link"))).toBe(join(root, "real.txt"))
  })

  it("refuses a folder and a text over the limit, and leaves nothing behind", async () => {
    await expect(write(serve(), root, "x")).rejects.toMatchObject({ code: -32602, message: "the path is a folder" })
    await expect(write(serve({ maxBytes: 3 }), join(root, "a"), "éé")).rejects.toMatchObject({ code: -32602 })
    expect(readdirSync(root)).toEqual([])
  })

  it("serves requests for one file in order, whatever each takes", async () => {
    const files = serve()
    const path = join(root, "a.txt")
    const texts = Array.from({ length: 20 }, (_, index) => "x".repeat(index % 2 === 0 ? 500_000 : 1) + index)
    const seen = texts.map((text) => {
      void write(files, path, text)
      return read(files, path)
    })
    expect((await Promise.all(seen)).map(({ content }) => content === "" || content.length)).toEqual(
      texts.map(({ length }) => length)
    )
    expect(readFileSync(path, "utf8")).toBe(texts.at(-1))
  })

  it("gives the text to the editor that has the file open", async () => {
    const taken: Array<string> = []
    const files = serve({ overlay: { write: (path, content) => path.endsWith("open.txt") && taken.push(content) > 0 } })
    await write(files, file("open.txt", "saved\n"), "edited\n")
    await write(files, join(root, "closed.txt"), "written\n")
    expect(taken).toEqual(["edited\n"])
    expect(readFileSync(join(root, "open.txt"), "utf8")).toBe("saved\n")
    expect(readFileSync(join(root, "closed.txt"), "utf8")).toBe("written\n")
  })

  it("is not offered in read-only mode", () => {
    expect(serve({ readOnly: true })).not.toHaveProperty("writeTextFile")
  })
})

describe("a program that swaps links while a request is served", () => {
  // The overlay is asked after the path was judged and before the disk is touched.
  const swapping = (path: string, target: string) => {
    const swap = () => {
      rmSync(path, { recursive: true, force: true })
      symlinkSync(target, path)
    }
    const write = () => {
      swap()
      return false
    }
    return serve({ overlay: { read: () => void swap(), write } })
  }
  const linux = process.platform === "linux"

  it.skipIf(!linux)("gets nothing by a folder that became a link", async () => {
    writeFileSync(join(outside, "secret"), "secret")
    for (const step of ["folder", "folder/inner"]) {
      rmSync(join(root, "folder"), { recursive: true, force: true })
      mkdirSync(join(root, "folder", "inner"), { recursive: true })
      writeFileSync(join(root, "folder", "inner", "secret"), "own")
      const target = step === "folder" ? join(outside, "target") : outside
      mkdirSync(join(outside, "target", "inner"), { recursive: true })
      writeFileSync(join(outside, "target", "inner", "secret"), "secret")
      const path = join(root, "folder", "inner", "secret")
      await expect(read(swapping(join(root, step), target), path)).rejects.toMatchObject({ code: -32002 })
      rmSync(join(root, "folder"), { recursive: true, force: true })
      mkdirSync(join(root, "folder", "inner"), { recursive: true })
      await expect(write(swapping(join(root, step), target), path, "changed")).rejects.toMatchObject({ data: { path } })
    }
    expect(readFileSync(join(outside, "secret"), "utf8")).toBe("secret")
    expect(readFileSync(join(outside, "target", "inner", "secret"), "utf8")).toBe("secret")
  })

  it("gets nothing by a file that became a link", async () => {
    writeFileSync(join(outside, "secret"), "secret")
    const path = file("a.txt")
    const refused = { code: -32602, message: "the path was replaced by a link" }
    await expect(read(swapping(path, join(outside, "secret")), path)).rejects.toMatchObject(refused)
    rmSync(path)
    writeFileSync(path, "own")
    await expect(write(swapping(path, join(outside, "secret")), path, "x")).rejects.toMatchObject({ code: -32602 })
    expect(readFileSync(join(outside, "secret"), "utf8")).toBe("secret")
  })

  it("leaves no descriptor open", async () => {
    if (!linux) return
    const files = serve()
    const path = join(root, "x", "y", "a.txt")
    await write(files, path, "a")
    const count = () => readdirSync("/proc/self/fd").length
    const before = count()
    for (let n = 0; n < 20; n++) {
      await read(files, path)
      await read(files, join(root, "x", "none", "a.txt")).catch(() => {})
      await write(files, join(root, "x", "y"), "a").catch(() => {})
    }
    expect(count()).toBe(before)
  })
})

describe("denied paths", () => {
  const deny = [".env*", "*.pem", "secrets/**", "/top.txt"]
  const denied = { code: -32602, message: "the path is denied" }

  it.each([".env", ".env.local", ".ENV", "sub/.env", "sub/key.pem", ".env/inner.txt", "secrets/a/b", "top.txt"])(
    "are neither read nor written: %s",
    async (name) => {
      const files = serve({ deny })
      mkdirSync(join(root, name, ".."), { recursive: true })
      const path = file(name, "secret")
      await expect(read(files, path)).rejects.toMatchObject(denied)
      await expect(write(files, path, "changed")).rejects.toMatchObject(denied)
      await expect(write(files, `${root}/other/../${name}`, "changed")).rejects.toMatchObject(denied)
      expect(readFileSync(path, "utf8")).toBe("secret")
    }
  )

  it("are denied where links lead to them, and by the name of a link", async () => {
    symlinkSync(file(".env", "secret"), join(root, "plain.txt"))
    symlinkSync(file("settings", "open"), join(root, "x.pem"))
    await expect(read(serve({ deny }), join(root, "plain.txt"))).rejects.toMatchObject(denied)
    await expect(read(serve({ deny }), join(root, "x.pem"))).rejects.toMatchObject(denied)
  })

  it.each(["environment", "a.env", "sub/top.txt", "pem", "secret/a"])("are not taken for others: %s", async (name) => {
    mkdirSync(join(root, name, ".."), { recursive: true })
    expect(await read(serve({ deny }), file(name))).toEqual({ content: "text\n" })
  })
})

describe("accesses", () => {
  it("accesses emits the outcome of each request", async () => {
    const files = serve({ overlay: { read: (path) => (path.endsWith("open.txt") ? "öpen" : undefined) } })
    const seen: Array<FileAccess> = []
    files.accesses.subscribe((access) => seen.push(access))
    await write(files, join(root, "a.txt"), "é\n")
    await read(files, join(root, "open.txt"))
    const failure = await read(files, join(root, "missing")).catch((error: unknown) => error)
    expect(seen).toEqual([
      { type: "write", sessionId: "s1", path: join(root, "a.txt"), bytes: 3, overlay: false },
      { type: "read", sessionId: "s1", path: join(root, "open.txt"), bytes: 5, overlay: true },
      { type: "read", sessionId: "s1", path: join(root, "missing"), failure }
    ])
  })

  it("workspaceFiles throws for a bad limit", () => {
    expect(() => serve({ maxBytes: 0 })).toThrow(RangeError)
  })
})
