import { expect, test } from "bun:test";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";
import { sized } from "../sized.ts";
import { copyOf } from "./copy-of-sources.ts";

const TEST_MS = 1_200_000;
const ROOT = join(import.meta.dir, "../..");
const CHANGED = ["src", "test", "db", "workers"];
/** In their order, as they were recorded; that they work in any order is the same for each family. */
const EXAMPLES = sized(["./test/examples/walk.process.test.ts"], ["./test/examples"]);

/** The files of the repository in a folder of their own, with its packages. */
function copyWithPackages(folder: string): void {
  copyOf(folder);
  for (const packages of ["node_modules", "test/programs/node_modules"]) {
    symlinkSync(join(ROOT, packages), join(folder, packages));
  }
}

test(
  "a family and a kind of run that were just made pass what looks at every family",
  async () => {
    const folder = temporaryFolder();
    copyWithPackages(folder);
    const copied = join(folder, ".copied");
    writeFileSync(copied, "");
    /** What was written since: the rest is as `npm run static` has checked it, which takes half a minute of a core. */
    const changed = () =>
      Bun.spawnSync(["find", ...CHANGED, "-newer", copied, "-type", "f"], { cwd: folder })
        .stdout.toString()
        .split("\n")
        .filter((path) => /\.(?:ts|json)$/.test(path));
    // The family is in the sources of the copy, and in no binary.
    const { TEST_PROGRAM: _, ...env } = process.env;
    const run = async (...command: string[]) => {
      const child = Bun.spawn(command, { cwd: folder, env, stdout: "pipe", stderr: "pipe" });
      const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
      return { code: await child.exited, said: `${out}${error}` };
    };
    const passes = async (...command: string[]) => {
      const { code, said } = await run(...command);
      expect([command.join(" "), code, code === 0 ? "" : said]).toEqual([command.join(" "), 0, ""]);
    };
    const bun = process.execPath;
    const biome = "node_modules/.bin/biome";

    await passes(bun, "new-family.ts", "price-tiers");
    await passes(bun, "new-run.ts", "price-checks");
    // As their last lines say.
    await passes(biome, "check", "--write", ...changed());
    await passes(bun, "test/docs/schema-page.ts");
    await passes(bun, "test/examples/record.ts");
    await passes(biome, "format", "--write", "src/http/describe/examples.json");

    await passes(biome, "check", "--error-on-warnings", ...changed());
    await passes("node_modules/.bin/tsc");
    await passes("node_modules/.bin/knip");
    await passes(bun, "test", "--timeout=120000", "./test/price-tiers", "./test/price-checks", "./test/docs");
    await passes(bun, "test", "--path-ignore-patterns=", "--timeout=240000", ...EXAMPLES);
    await passes(
      bun,
      "test",
      "--timeout=120000",
      "./test/mutations.test.ts",
      "./test/layers.test.ts",
      "./test/tenancy.test.ts",
      "./test/jobs.test.ts",
      "./test/maintenance/retention.test.ts",
      "./test/http/models.test.ts",
    );
    await passes(
      bun,
      "test",
      "--timeout=120000",
      "./test/sweeps",
      "./test/events/every-operation.test.ts",
      "-t",
      "price-tiers|price-checks|says what it emits|has a seed",
    );
  },
  TEST_MS,
);
