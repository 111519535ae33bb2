import { existsSync, statSync } from "node:fs";
import { arch, argv, stdout } from "node:process";
import { parseArgs } from "node:util";
import type { BunPlugin } from "bun";

/** The machines a binary is made for, and the native addons on each: libSQL's and that of the pictures. */
const ADDONS = {
  "bun-linux-x64": { libsql: "@libsql/linux-x64-gnu", image: "@napi-rs/image-linux-x64-gnu" },
  "bun-linux-arm64": { libsql: "@libsql/linux-arm64-gnu", image: "@napi-rs/image-linux-arm64-gnu" },
} as const;
type Target = keyof typeof ADDONS;

const isTarget = (value: string): value is Target => Object.hasOwn(ADDONS, value);

/**
 * The package looks at the machine and requires its addon by a computed name, which a bundler cannot follow; the binary
 * has one, and needs no look.
 */
const linkAddon = (addon: string): BunPlugin => ({
  name: "link-libsql-addon",
  setup: (build) => {
    build.onLoad({ filter: /node_modules\/libsql\/index\.js$/ }, async ({ path }) => {
      const source = await Bun.file(path).text();
      const [, given] = source.split("} = requireNative();");
      const [, names] = source.split("} = requireNative();")[0]?.split("\nconst {\n  databaseOpen,") ?? [];
      if (given === undefined || names === undefined) throw new Error(`Cannot find where ${path} requires its addon`);
      return {
        contents: `const {\n  databaseOpen,${names}} = require("${addon}/index.node");${given}`,
        loader: "js",
      };
    });
  },
});

/** The package tries the addons of all machines in turn; the binary has one, and needs no look at the machine. */
const linkImageAddon = (addon: string): BunPlugin => ({
  name: "link-image-addon",
  setup: (build) => {
    build.onLoad({ filter: /node_modules\/@napi-rs\/image\/index\.js$/ }, async ({ path }) => {
      const source = await Bun.file(path).text();
      const [, given] = source.split("\nmodule.exports = nativeBinding\n");
      if (given === undefined) throw new Error(`Cannot find what ${path} gives out`);
      return {
        contents: `const nativeBinding = require("${addon}");\nmodule.exports = nativeBinding;\n${given}`,
        loader: "js",
      };
    });
  },
});

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

/** Compiles one file: the program, its writer and worker threads, and all they import. */
async function build(target: Target, outfile: string): Promise<void> {
  const { libsql, image } = ADDONS[target];
  for (const addon of [libsql, image]) {
    if (existsSync(`node_modules/${addon}`)) continue;
    throw new Error(`Cannot build for ${target}: ${addon} is not installed (npm install --force --no-save ${addon})`);
  }
  const result = await Bun.build({
    // A compiled program finds its workers only beside its main entry.
    entrypoints: ["src/main.ts", "src/writer.ts", "src/thread.ts"],
    compile: { outfile, target, jitPolicy: START_JIT_POLICY },
    // What the threads share is in the file, and in memory, once.
    splitting: true,
    // Shortened names switch Elysia's validation of queries off: it knows one of its errors by its class name.
    minify: { whitespace: true, syntax: true, identifiers: false },
    // Without "esm" bytecode is CommonJS, and the workers are sought where the binary was built.
    bytecode: true,
    format: "esm",
    // Else "development" is written into the binary.
    sourcemap: "linked",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [linkAddon(libsql), linkImageAddon(image), withoutCpuFeatures, runLate],
  });
  if (!result.success) throw new AggregateError(result.logs, "Cannot build");
}

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    target: { type: "string", default: `bun-linux-${arch}` },
    out: { type: "string", default: "out/catalogd" },
  },
});
if (!isTarget(values.target)) throw new Error(`--target is one of ${Object.keys(ADDONS).join(", ")}`);
const startedAtMs = performance.now();
await build(values.target, values.out);
const sizeMb = statSync(values.out).size / 1e6;
stdout.write(`${values.out}: ${sizeMb.toFixed(1)} MB, ${((performance.now() - startedAtMs) / 1_000).toFixed(1)} s\n`);
