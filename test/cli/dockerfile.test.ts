import { expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";

// What Docker's extension of Visual Studio Code finds in a Dockerfile.
const LINTER = "test/programs/node_modules/dockerfile-utils/bin/dockerfile-utils";
const tests = existsSync(LINTER) ? test : test.skip;

function lint(file: string) {
  const { exitCode, stdout } = Bun.spawnSync([process.execPath, LINTER, "lint", "-j", file]);
  const found = JSON.parse(stdout.toString()) as { message: string }[];
  return { exitCode, found: found.map(({ message }) => message) };
}

tests("a linter finds nothing wrong with the Dockerfile ('npm run programs' installs it)", () => {
  expect(lint("Dockerfile")).toEqual({ exitCode: 0, found: [] });
});

tests("the same linter finds what was broken in a copy", async () => {
  const copy = join(temporaryFolder(), "Dockerfile");
  const text = await Bun.file("Dockerfile").text();
  writeFileSync(copy, text.replace("HEALTHCHECK", "HEALTCHECK").replace("EXPOSE 3000", "EXPOSE port"));
  expect(lint(copy)).toEqual({
    exitCode: 1,
    found: ["Invalid containerPort: port", "Unknown instruction: HEALTCHECK"],
  });
});

test("the image runs as a user that is not root, and all that it writes is in a volume", async () => {
  const text = await Bun.file("Dockerfile").text();
  const last = text.slice(text.lastIndexOf("\nFROM"));
  expect(last).toMatch(/^USER (?!root|0\b)\w+$/m);
  expect(last).toMatch(/^VOLUME \/data$/m);
  const compose = await Bun.file("compose.yaml").text();
  expect(compose).toMatch(/^ +read_only: true$/m);
});
