import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { arch, argv, stdout } from "node:process";
import { parseArgs } from "node:util";
import type { BunPlugin } from "bun";
import { consoleFiles } from "./console/print-files.ts";
import { isTarget, MACHINES, type Target } from "./machines.ts";
import { OCR_FILES } from "./src/ai/documents/ocr-files.ts";
import { licencesOfPackages } from "./src/cli/licences.ts";
import type { ConsoleFile } from "./src/http/console/console-file.ts";

const NATIVE_PARTS = join(import.meta.dir, "src/runtime/native-parts.ts");

/** Puts files into the binary, where a module gives out the paths of files by what they are for. */
const embed = (module: string, given: string, files: Readonly<Record<string, string>>): BunPlugin => ({
  name: `embed-${given}`,
  setup: (build) => {
    build.onLoad({ filter: new RegExp(`/src/${module}$`) }, () => {
      const imports = Object.entries(files).map(
        ([name, path]) => `import ${name} from ${JSON.stringify(path)} with { type: "file" };`,
      );
      return {
        contents: `${imports.join("\n")}\nexport const ${given} = { ${Object.keys(files).join(", ")} };`,
        loader: "ts",
      };
    });
  },
});

/** Puts the console into the binary. It is built before: a build that waits for another one inside it can wait for ever. */
const embedConsole = (files: ConsoleFile[]): BunPlugin => ({
  name: "embed-console",
  setup: (build) => {
    build.onLoad({ filter: /src\/http\/console\/embedded-console\.ts$/ }, () => ({
      contents: `export const EMBEDDED_CONSOLE = ${JSON.stringify(files)};`,
      loader: "ts",
    }));
  },
});

/** Puts the licences of all packages into the binary. */
const embedLicences: BunPlugin = {
  name: "embed-licences",
  setup: (build) => {
    build.onLoad({ filter: /src\/cli\/embedded-licences\.ts$/ }, () => ({
      contents: `export const EMBEDDED_LICENCES = ${JSON.stringify(licencesOfPackages())};`,
      loader: "ts",
    }));
    // The lock tells which packages these are: nobody asks the binary for more.
    build.onLoad({ filter: /\/package-lock\.json$/ }, () => ({ contents: '{"packages":{}}', loader: "json" }));
  },
};

/**
 * The package looks at the machine and requires its addon by a computed name, which a bundler cannot follow; the binary
 * has one, and needs no look.
 */
const linkAddon: BunPlugin = {
  name: "link-libsql-addon",
  setup: (build) => {
    build.onLoad({ filter: /node_modules\/libsql\/index\.js$/ }, async ({ path }) => {
      const source = await Bun.file(path).text();
      const [, given] = source.split("} = requireNative();");
      const [, names] = source.split("} = requireNative();")[0]?.split("\nconst {\n  databaseOpen,") ?? [];
      if (given === undefined || names === undefined) throw new Error(`Cannot find where ${path} requires its addon`);
      return {
        contents: `const {\n  databaseOpen,${names}} = require("${NATIVE_PARTS}").loadNativePart("libsql");${given}`,
        loader: "js",
      };
    });
  },
};

/** The package tries the addons of all machines in turn; the binary has one, and needs no look at the machine. */
const linkImageAddon: BunPlugin = {
  name: "link-image-addon",
  setup: (build) => {
    build.onLoad({ filter: /node_modules\/@napi-rs\/image\/index\.js$/ }, async ({ path }) => {
      const source = await Bun.file(path).text();
      const [, given] = source.split("\nmodule.exports = nativeBinding\n");
      if (given === undefined) throw new Error(`Cannot find what ${path} gives out`);
      return {
        contents: `const nativeBinding = require("${NATIVE_PARTS}").loadNativePart("image");\nmodule.exports = nativeBinding;\n${given}`,
        loader: "js",
      };
    });
  },
};

/** An addon that `ssh2` does without where it was not built: it would only choose among ciphers by the processor. */
const withoutCpuFeatures: BunPlugin = {
  name: "without-cpu-features",
  setup: (build) => {
    build.onResolve({ filter: /^cpu-features$/ }, ({ path }) => ({ path, namespace: "absent" }));
    build.onLoad({ filter: /.*/, namespace: "absent" }, () => ({
      contents: 'throw new Error("It is not part of the binary");',
      loader: "js",
    }));
  },
};

/** Packages of which few requests call the one function they give out. */
const SELDOM = /^(?:sanitize-html)$/;

/** Runs such a package at the first call: it is a twentieth of a start, and it stays in the memory of each thread. */
const runLate: BunPlugin = {
  name: "run-late",
  setup: (build) => {
    build.onResolve({ filter: SELDOM }, ({ path, namespace }) =>
      namespace === "late" ? undefined : { path, namespace: "late" },
    );
    build.onLoad({ filter: SELDOM, namespace: "late" }, ({ path }) => ({
      contents: `export default (...given) => require(${JSON.stringify(Bun.resolveSync(path, import.meta.dir))})(...given);`,
      loader: "js",
    }));
  },
};

/**
 * How much later than usual code is compiled while the service starts: most of it runs once, and the compiler's threads
 * would take the processor from it. `open-service.ts` goes back to 1 when the service answers; only the main thread has it.
 */
const START_JIT_POLICY = 20;

/** The file of each addon: it is what its package gives out. */
const addonFiles = (packages: Record<string, string>, parts: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(packages).map(([name, addon]) => {
      const folder = join(parts, addon);
      const { main } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { main: string };
      return [name, join(folder, main)];
    }),
  );

/** What a build is known by: `catalogd version` shows it. */
function commitOf(): string {
  const { success, stdout: said } = Bun.spawnSync(["git", "rev-parse", "--short=12", "HEAD"], { stderr: "ignore" });
  return success ? said.toString().trim() : "unknown";
}

/** Compiles one file: the program, its writer and worker threads, and all they import. */
async function build(
  target: Target,
  outfile: string,
  { commit, parts }: { commit: string; parts: string },
): Promise<void> {
  const { runtime, libsql, image } = MACHINES[target];
  for (const addon of [libsql, image]) {
    if (existsSync(join(parts, addon))) continue;
    throw new Error(`Cannot build for ${target}: ${addon} is not in ${parts}. \`npm run release\` fetches it.`);
  }
  // Bun fetches that of another machine by itself where it is not here.
  const [program] = ["bun", "bun.exe"].map((name) => join(parts, runtime, "bin", name)).filter(existsSync);
  mkdirSync(dirname(outfile), { recursive: true });
  const consoleTexts = await consoleFiles();
  // The source maps are in the binary; the files of them that are written beside it as well go with this folder.
  const folder = mkdtempSync(join(dirname(outfile), ".build-"));
  const result = await Bun.build({
    // A compiled program finds its workers only beside its main entry.
    entrypoints: ["src/main.ts", "src/writer.ts", "src/thread.ts", "src/document-reader.ts", "src/backup-thread.ts"],
    compile: {
      outfile: join(folder, "catalogd"),
      target,
      jitPolicy: START_JIT_POLICY,
      ...(program !== undefined && { executablePath: program }),
    },
    // What the threads share is in the file, and in memory, once.
    splitting: true,
    // Shortened names switch Elysia's validation of queries off: it knows one of its errors by its class name.
    minify: { whitespace: true, syntax: true, identifiers: false },
    // Without "esm" bytecode is CommonJS, and the workers are sought where the binary was built.
    bytecode: true,
    format: "esm",
    // Else "development" is written into the binary.
    sourcemap: "linked",
    define: { "process.env.NODE_ENV": '"production"', CATALOGD_COMMIT: JSON.stringify(commit) },
    plugins: [
      // `native-parts.ts` unpacks the addons where they can be loaded.
      embed("runtime/embedded-parts.ts", "EMBEDDED_PARTS", addonFiles({ libsql, image }, parts)),
      embed("ai/documents/ocr-files.ts", "OCR_FILES", OCR_FILES),
      ...[embedConsole(consoleTexts), embedLicences, linkAddon, linkImageAddon, withoutCpuFeatures, runLate],
    ],
  });
  if (!result.success) throw new AggregateError(result.logs, "Cannot build");
  const [built = "catalogd"] = ["catalogd.exe", "catalogd"].filter((name) => existsSync(join(folder, name)));
  renameSync(join(folder, built), outfile);
  rmSync(folder, { recursive: true });
}

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    target: { type: "string", default: `bun-linux-${arch}` },
    out: { type: "string", default: "out/catalogd" },
    commit: { type: "string" },
    // Where the packages of the machine are.
    parts: { type: "string", default: join(import.meta.dir, "node_modules") },
  },
});
if (!isTarget(values.target)) throw new Error(`--target is one of ${Object.keys(MACHINES).join(", ")}`);
const startedAtMs = performance.now();
await build(values.target, values.out, { commit: values.commit ?? commitOf(), parts: resolve(values.parts) });
const sizeMb = statSync(values.out).size / 1e6;
stdout.write(`${values.out}: ${sizeMb.toFixed(1)} MB, ${((performance.now() - startedAtMs) / 1_000).toFixed(1)} s\n`);
