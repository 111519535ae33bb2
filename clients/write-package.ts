import { mkdtempSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const COMPILER = resolve(import.meta.dirname, "../node_modules/typescript/bin/tsc");

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

const IMPORTED = /from "\.\/([\w-]+)\.ts"/g;

/** The parts of a service's client, by name. */
async function readParts(url: string): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  const open = ["index"];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (parts.has(name)) continue;
    const answer = await fetch(`${url}/docs/client/${name}.ts`);
    if (!answer.ok) throw new Error(`${url}/docs/client/${name}.ts answered ${answer.status}`);
    const text = await answer.text();
    parts.set(name, text);
    open.push(...[...text.matchAll(IMPORTED)].map(([, imported = ""]) => imported));
  }
  return parts;
}

/** Writes the client of a service into the folder of its package, as JavaScript with declarations. Returns the names of its parts. */
export async function writePackage(url: string, folder: string): Promise<string[]> {
  const out = join(resolve(folder), "client");
  const sources = mkdtempSync(join(tmpdir(), "catalogd-client-"));
  try {
    const parts = await readParts(url);
    await rm(out, { recursive: true, force: true });
    for (const [name, text] of parts) {
      // What is compiled names the files that come of it.
      await writeFile(join(sources, `${name}.ts`), text.replaceAll(IMPORTED, 'from "./$1.js"'));
    }
    await compile(["--declaration", "--outDir", out, join(sources, "index.ts")]);
    return [...parts.keys()].toSorted();
  } finally {
    await rm(sources, { recursive: true, force: true });
  }
}
