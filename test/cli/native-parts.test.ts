import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { loadNativePart, openNativeFolder, removeOldParts } from "../../src/runtime/native-parts.ts";
import { temporaryFolder } from "../cleanup.ts";

test("the sources have no native parts to unpack: packages have them", () => {
  const folder = temporaryFolder();
  openNativeFolder(folder, () => expect.unreachable());
  removeOldParts(folder);
  expect(existsSync(join(folder, "native"))).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
  expect(() => loadNativePart("libsql")).toThrow('There is no native part "libsql"');
});
