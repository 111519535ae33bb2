import { expect, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../../src/config/config.ts";
import { openLocalFiles } from "../../src/storage/local-files.ts";
import { hasNoRoom } from "../../src/storage/no-room.ts";
import { openFiles } from "../../src/storage/open-files.ts";
import { temporaryFolder } from "../cleanup.ts";
import { refusal } from "../refusal.ts";
import { startMinio } from "../servers/minio.ts";
import { fillDisk, mountSmallDisk } from "./partners/small-disk.ts";

test("a file whose last piece fits in part only is refused, and nothing of it is left", async () => {
  const folder = temporaryFolder();
  const unmount = mountSmallDisk(folder, "2m", "root");
  const files = openLocalFiles(folder);
  expect(await refusal(files.put("t/exports/1", new Uint8Array(3_000_000)))).toMatchObject({ code: "ENOSPC" });
  expect(readdirSync(join(folder, "t/exports"))).toEqual([]);
  unmount();
});

test.each([1_000, 20_000_000])("an object store without room for %j bytes is reported as a full disk", async (size) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "data"));
  const unmount = mountSmallDisk(join(folder, "data"), "192m", "root");
  const { env, stop } = await startMinio(folder);
  const files = openFiles(readConfig({ env: { ...env, CATALOGD_S3_BUCKET: "full", CATALOGD_DATA_DIR: "none" } }));
  await files.prepare();
  fillDisk(join(folder, "data"));
  expect(hasNoRoom(await refusal(files.put("t/exports/1", new Uint8Array(size))))).toBe(true);
  expect(await files.sizeBytes("t/exports/1")).toBeUndefined();
  await stop();
  unmount();
});
