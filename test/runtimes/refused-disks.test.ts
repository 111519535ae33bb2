import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cleanup.ts";
import { refusedStart } from "../servers/refused-start.ts";
import { startService } from "../servers/service.ts";
import { run } from "./partners/daemon.ts";
import { fillDisk, mountSmallDisk } from "./partners/small-disk.ts";

setDefaultTimeout(120_000);

const ELSEWHERE = "or choose a folder on another disk with --data-dir (CATALOGD_DATA_DIR), and start again";
const PAGE_BYTES = 4096;

/** A folder with a disk of its own below `data`. */
function withDisk(): { folder: string; data: string; disk: string; unmount: () => void } {
  const folder = temporaryFolder();
  const disk = join(folder, "disk");
  mkdirSync(disk);
  return { folder, disk, data: join(disk, "data"), unmount: mountSmallDisk(disk, "32m", "root") };
}

describe("a first start on a disk that has no room", () => {
  test.each([0, 16 * PAGE_BYTES, 700 * 1024, 1_300 * 1024, 1_600 * 1024, 1_720 * 1024])(
    "but %d bytes says so with its remedy, and starts once there is room",
    async (leftBytes) => {
      const { folder, data, disk, unmount } = withDisk();
      const release = fillDisk(disk, leftBytes);

      const said = await refusedStart({ CATALOGD_DATA_DIR: data, CATALOGD_LOG_LEVEL: "error" });

      expect(said).toMatch(/disk is full|no space left/i);
      expect(said).toContain(`Free some room on it, ${ELSEWHERE}`);
      release();
      const service = await startService({ folder, env: { CATALOGD_DATA_DIR: data } });
      expect(await service.kill("SIGTERM")).toBe(0);
      unmount();
    },
  );
});

describe("a data folder on a disk that can only be read", () => {
  test("that is not there yet, and one that is empty, say how to mend it", async () => {
    const { data, disk, unmount } = withDisk();
    run("mount", "-o", "remount,ro", disk);
    expect(await refusedStart({ CATALOGD_DATA_DIR: data })).toMatch(
      /^Cannot make the data folder .*read-only file system.*Set another one with --data-dir \(CATALOGD_DATA_DIR\)\.$/i,
    );
    run("mount", "-o", "remount,rw", disk);
    mkdirSync(data, { mode: 0o700 });
    run("mount", "-o", "remount,ro", disk);

    const said = await refusedStart({ CATALOGD_DATA_DIR: data });

    expect(said).toContain("read-only file system");
    expect(said).toContain(`Make it writable, ${ELSEWHERE}`);
    expect(readdirSync(data)).toEqual([]);
    unmount();
  });
});
