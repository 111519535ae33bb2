import { dirname, join, relative } from "node:path";
import { Glob } from "bun";

const ROOT = join(import.meta.dir, "../..");
const HARNESS = "test/harness.ts";
/** Other folders have commands of their own, and so have tests that start programs or need much time. */
const OTHER = /^test\/(?:cluster|crash|fuzz|programs|runtimes|released)\/|\.(?:process|load)\.test\.ts$/;
const IMPORT = /\bfrom "(\.[^"]+\.ts)"/g;

/** The tests of the API: names of files below `test/`, without their ending, that have the harness by any way. */
export async function apiFiles(): Promise<string[]> {
  const known = new Map<string, boolean>([[HARNESS, true]]);
  async function hasHarness(path: string): Promise<boolean> {
    const seen = known.get(path);
    if (seen !== undefined) return seen;
    known.set(path, false);
    const imports = [...(await Bun.file(join(ROOT, path)).text()).matchAll(IMPORT)];
    for (const [, to = ""] of imports) {
      const target = relative(ROOT, join(ROOT, dirname(path), to));
      if (!target.startsWith("test/") || !(await hasHarness(target))) continue;
      known.set(path, true);
      return true;
    }
    return false;
  }
  const paths = [...new Glob("test/**/*.test.ts").scanSync(ROOT)].filter((path) => !OTHER.test(path)).toSorted();
  const found: string[] = [];
  for (const path of paths) if (await hasHarness(path)) found.push(path.slice("test/".length, -".test.ts".length));
  return found;
}
