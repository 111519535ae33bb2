import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openLocalFiles } from "../../src/storage/local-files.ts";
import { temporaryFolder } from "../cleanup.ts";

test("a file that is deleted while a backup is being made stays in it, though it was written after the files were listed", async () => {
  const dataDir = temporaryFolder();
  const files = openLocalFiles(join(dataDir, "files"));
  mkdirSync(join(dataDir, "backup-parts", "holding"), { recursive: true });
  await files.put("tenant-1/documents/a", "kept");
  await files.delete("tenant-1/documents/a");
  expect(existsSync(join(dataDir, "files/tenant-1/documents/a"))).toBe(false);
  expect(readFileSync(join(dataDir, "backup-parts", "holding/tenant-1/documents/a"), "utf8")).toBe("kept");
});

test("without a backup a deleted file is gone, and nothing is made for it", async () => {
  const dataDir = temporaryFolder();
  const files = openLocalFiles(join(dataDir, "files"));
  await files.put("tenant-1/documents/a", "gone");
  await files.delete("tenant-1/documents/a");
  expect(existsSync(join(dataDir, "backup-parts"))).toBe(false);
});
