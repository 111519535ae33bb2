import { test } from "bun:test";
import { existsSync } from "node:fs";

/**
 * Starts a server of `test/programs/`; where that is not installed, answers `undefined` and adds a skipped test to the
 * file, whose name says how to get it.
 */
export async function orSkip<Started>(program: string, start: () => Promise<Started>): Promise<Started | undefined> {
  if (existsSync(program)) return await start();
  const name = program.slice(program.lastIndexOf("/") + 1);
  test.skip(`what needs ${name}: "npm run programs" installs it (Linux on x64), as "npm test" does by itself`, () =>
    undefined);
  return undefined;
}
