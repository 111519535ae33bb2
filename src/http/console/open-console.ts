import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { CONSOLE_POLICY } from "../describe/pages/policies.ts";
import { type PreparedBody, prepareBody } from "../output/prepared-body.ts";
import type { ConsoleFile } from "./console-file.ts";
import { EMBEDDED_CONSOLE } from "./embedded-console.ts";

/** A file of the console, ready to be answered. */
interface ServedFile {
  headers: Record<string, string>;
  body: PreparedBody;
}
/** The files by address. */
export type ConsoleFiles = ReadonlyMap<string, ServedFile>;

const later = promisify(execFile);
const PRINTED_MAX_BYTES = 16_000_000;
const folder = (): string => fileURLToPath(new URL("../../../console", import.meta.url));

const headersOf = ({ type, immutable }: ConsoleFile): Record<string, string> => ({
  "content-type": type,
  // The page is asked for again each time, and answered 304: it names the files of this version.
  "cache-control": immutable ? "public, max-age=31536000, immutable" : "no-cache",
  "content-security-policy": CONSOLE_POLICY,
});

const buildOf = (files: readonly ConsoleFile[]): string | undefined =>
  /<meta name="build" content="(\w+)">/.exec(files.find(({ path }) => path === "/")?.text ?? "")?.[1];
let build: string | undefined = buildOf(EMBEDDED_CONSOLE);

/** Names what this process serves as the console; `undefined` until that is bundled. A page that has another name is old. */
export const consoleBuild = (): string | undefined => build;

function served(files: readonly ConsoleFile[]): ConsoleFiles {
  build = buildOf(files);
  return new Map(files.map((file) => [file.path, { headers: headersOf(file), body: prepareBody(file.text) }]));
}

/** Bun, which bundles: this process, or beside Deno the package of it. */
function bundler(): string {
  if (globalThis.Bun) return process.execPath;
  const found = createRequire(import.meta.url).resolve("bun/package.json");
  return join(dirname(found), "bin", "bun.exe"); // on each system it is called so
}

/** Bundles the sources in a process of its own: the bundler's memory goes with it, and requests do not wait for it. */
async function bundle(): Promise<ConsoleFiles> {
  const { stdout } = await later(bundler(), [join(folder(), "print-files.ts")], { maxBuffer: PRINTED_MAX_BYTES });
  return served(JSON.parse(stdout) as ConsoleFile[]);
}

/** When something in the sources of the console last changed, and how many files they are. */
function stateOfSources(): string {
  const names = readdirSync(folder(), { recursive: true, encoding: "utf8" });
  const times = names.map((name) => statSync(join(folder(), name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return `${names.length} ${Math.max(...times)}`;
}

/**
 * The files of the console: those in the binary, else the sources, bundled when they are first asked for. With
 * `followsSources` they are bundled again after a change. An attempt that failed is made again at the next request.
 */
export function openConsole({ followsSources }: { followsSources: boolean }): () => Promise<ConsoleFiles> {
  let made: Promise<ConsoleFiles> | undefined;
  let state: string | undefined;
  return () => {
    if (EMBEDDED_CONSOLE.length > 0) {
      made ??= Promise.resolve(served(EMBEDDED_CONSOLE));
      return made;
    }
    const current = followsSources ? stateOfSources() : state;
    if (made === undefined || current !== state) {
      state = current;
      const building = bundle();
      made = building;
      building.catch(() => {
        if (made === building) made = undefined;
      });
    }
    return made;
  };
}
