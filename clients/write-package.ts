import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const COMPILER = resolve(import.meta.dirname, "../node_modules/.bin/tsc");
const NAME = "catalogd";

/** How strictly a client is checked: as the strictest of those who use it. */
const STRICT = [
  ...[
    "--ignoreConfig",
    "--strict",
    "--exactOptionalPropertyTypes",
    "--noUncheckedIndexedAccess",
    "--erasableSyntaxOnly",
  ],
  ...["--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"],
  ...["--lib", "esnext,dom,dom.iterable,dom.asynciterable", "--types", ""],
];

/** Runs the compiler; throws with what it says. */
export async function compile(args: readonly string[]): Promise<void> {
  const compiler = Bun.spawn([COMPILER, ...STRICT, ...args], { stdout: "pipe", stderr: "inherit" });
  const said = await new Response(compiler.stdout).text();
  if ((await compiler.exited) !== 0) throw new Error(said);
}

/** Writes the text of a client into a folder, with its JavaScript and declarations. Returns the paths. */
export async function writePackage(client: string, folder: string): Promise<string[]> {
  const out = resolve(folder);
  await mkdir(out, { recursive: true });
  const source = join(out, `${NAME}.ts`);
  await writeFile(source, client);
  await compile(["--declaration", "--outDir", out, source]);
  return [source, join(out, `${NAME}.js`), join(out, `${NAME}.d.ts`)];
}
