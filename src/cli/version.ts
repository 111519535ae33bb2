import process from "node:process";
import manifest from "../../package.json" with { type: "json" };

/** Set by `build.ts`; the sources have none. */
declare const CATALOGD_COMMIT: string | undefined;
/** Only the requests it receives here; Deno has no types in a Bun project. */
declare const Deno: { version: { deno: string } } | undefined;

export const VERSION = manifest.version;

/** The commit it was built of; `sources` when it was not built. */
const commit = () => (typeof CATALOGD_COMMIT === "string" ? CATALOGD_COMMIT : "sources");

function runtime(): string {
  if (globalThis.Bun) return `Bun ${Bun.version}`;
  return typeof Deno === "undefined" ? `Node ${process.version}` : `Deno ${Deno.version.deno}`;
}

/** One line: version, commit, runtime, platform. */
export const versionLine = (): string =>
  `catalogd ${VERSION} (commit ${commit()}, ${runtime()}, ${process.platform} ${process.arch})`;
