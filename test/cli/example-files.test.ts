import { expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeExampleFiles } from "../../src/cli/demo/demo.ts";

test("the demo's folder gets the files to import as they are in src/cli/demo/files", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "catalogd-examples-"));
  try {
    const folder = writeExampleFiles(dataDir);
    const names = readdirSync(folder);
    expect(names).toHaveLength(9);
    for (const name of names) {
      const original = new URL(`../../src/cli/demo/files/${name}`, import.meta.url);
      expect(readFileSync(join(folder, name)).equals(readFileSync(original))).toBe(true);
    }
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});
