import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";
import { PROGRAM, startService } from "../servers/service.ts";

setDefaultTimeout(60_000);

const modeOf = (path: string) => statSync(path).mode & 0o777;

/** The files of a folder, and of the folders in it, that somebody besides their owner may read or write. */
const openFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && (modeOf(join(each.parentPath, each.name)) & 0o077) !== 0)
    .map(({ name }) => name);

describe("the data folder", () => {
  test("S-17 one that was there before, open to everybody, is its owner's alone once the service runs, as is all in it", async () => {
    const folder = temporaryFolder();
    const data = join(folder, "data");
    mkdirSync(data, { mode: 0o755 });
    chmodSync(data, 0o755);
    writeFileSync(join(data, "catalogd.db"), "", { mode: 0o644 });
    // As a shell without a umask would start it.
    const service = await startService({ folder, command: ["sh", "-c", 'umask 000; exec "$@"', "sh", ...PROGRAM] });

    expect(modeOf(data)).toBe(0o700);
    expect(readdirSync(data)).toContain("secret.key");
    expect(openFiles(data)).toEqual([]);
    await service.kill("SIGTERM");
    expect(openFiles(data)).toEqual([]);
  });

  test("S-17 one that belongs to somebody else and stays open is refused, with what to do", async () => {
    // Open to everybody on any machine, and root's; root itself could close it, so it gives its rights away first.
    const data = "/tmp";
    const asStranger = process.getuid?.() === 0 ? ["setpriv", "--reuid=65534", "--clear-groups"] : [];

    const starting = startService({
      folder: temporaryFolder(),
      cwd: data,
      command: [...asStranger, ...PROGRAM],
      env: { CATALOGD_DATA_DIR: data },
    });

    const error = await starting.then(String, String);
    expect(error).toContain("Every user of this machine can get into the data folder /tmp (mode 777)");
    expect(error).toContain('Run "chmod 700 /tmp" as its owner');
    expect(existsSync(join(data, "secret.key"))).toBe(false);
  });

  test("one that this user may not use is refused with what to do, and without a stack", async () => {
    if (process.getuid?.() !== 0) return;
    const folder = temporaryFolder();
    mkdirSync(join(folder, "data"), { mode: 0o700 });
    chmodSync(folder, 0o755);

    const asStranger = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    const error = await startService({ folder, cwd: "/", command: [...asStranger, ...PROGRAM] }).then(String, String);

    expect(error).toContain("belongs to another user, and this one (65534) may not write there");
    expect(error).not.toMatch(/^\s+at |\.ts:\d+/m);
  });
});
