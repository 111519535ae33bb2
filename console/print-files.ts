import { stdout } from "node:process";
import type { ConsoleFile } from "../src/http/console/console-file.ts";
import { buildConsole } from "./build.ts";

/** The files of the console as texts: what the binary has inside. */
export async function consoleFiles(): Promise<ConsoleFile[]> {
  const assets = await buildConsole();
  return assets.map(({ bytes, ...asset }) => ({ ...asset, text: new TextDecoder().decode(bytes) }));
}

// For the service that runs from its sources: `src/http/console/open-console.ts` reads this.
if (import.meta.main) stdout.write(JSON.stringify(await consoleFiles()));
