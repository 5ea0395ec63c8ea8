/** A user's project in a folder of its own, with the packed packages installed. */
import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { execa } from "execa"

/** A project that was installed. */
export class Project {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  /** Makes a folder a project and installs packages into it: tarballs, or names with versions. Fails as npm does. */
  static async install(folder: string, packages: ReadonlyArray<string>): Promise<Project> {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
    await execa("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...packages], { cwd: folder })
    return new Project(folder)
  }

  async write(file: string, text: string): Promise<string> {
    const path = join(this.folder, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
    return path
  }

  /** Runs a file with Node. */
  async run(file: string): Promise<string> {
    const { stdout } = await execa("node", [file], { cwd: this.folder })
    return stdout
  }

  /** What a compiler that the project has says of a file, which is compiled as strictly as can be. */
  async compile(file: string, compiler: string, resolution: string, options: object = {}): Promise<string> {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
      target: "ES2022",
      lib: ["ES2023", "DOM", "DOM.Iterable", "ESNext.Disposable"],
      types: ["node"],
      module: resolution === "Bundler" ? "ESNext" : resolution,
      moduleResolution: resolution,
      ...options
    }
    await this.write("tsconfig.json", JSON.stringify({ compilerOptions, files: [file] }))
    const program = join("node_modules", compiler, "bin/tsc")
    const { stdout } = await execa("node", [program, "-p", "."], { cwd: this.folder, reject: false })
    return stdout
  }
}
