import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cleanup.ts";
import { refusal } from "../refusal.ts";
import { startService } from "../servers/service.ts";

setDefaultTimeout(60_000);

/** A folder that an instance was started in and stopped. */
async function usedFolder(): Promise<string> {
  const folder = temporaryFolder();
  const service = await startService({ folder });
  await service.kill("SIGTERM");
  return folder;
}

const DATABASE = /^catalogd\.db/;
const namesIn = (folder: string) => readdirSync(join(folder, "data")).sort();

describe("a start", () => {
  test.each([
    ["is missing", (path: string) => rmSync(path)],
    ["is empty", (path: string) => writeFileSync(path, "")],
  ])("refuses a folder whose database %s, and says what to do", async (_, lose) => {
    const folder = await usedFolder();
    for (const name of namesIn(folder).filter((each) => DATABASE.test(each))) lose(join(folder, "data", name));
    const before = namesIn(folder);

    const { message } = (await refusal(startService({ folder }))) as Error;

    expect(message).toContain("is missing or empty, but");
    expect(message).toContain("secret.key");
    expect(message).toContain("Put its database back from a backup");
    expect(namesIn(folder)).toEqual(before);
  });

  test("refuses files of a former instance without a database", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "data/files/t/media"), { recursive: true });
    expect(await refusal(startService({ folder }))).toMatchObject({ message: expect.stringContaining("files") });
  });

  test("refuses a used database whose secret.key is missing, and says what to do", async () => {
    const folder = await usedFolder();
    rmSync(join(folder, "data/secret.key"));

    const { message } = (await refusal(startService({ folder }))) as Error;

    expect(message).toContain("secret.key is not there. Put that file back from a backup, or set CATALOGD_SECRET_KEY");
    expect(existsSync(join(folder, "data/secret.key"))).toBe(false);
  });

  test("after a kill says when the log of the database is missing, and not when it is there", async () => {
    const folder = temporaryFolder();
    const said = "the last run did not close the database";
    await (await startService({ folder })).kill("SIGKILL");
    const second = await startService({ folder });
    await second.kill("SIGKILL");
    expect(second.output()).not.toContain(said);

    rmSync(join(folder, "data/catalogd.db-wal"));
    const third = await startService({ folder });
    await third.kill("SIGTERM");
    expect(third.output()).toContain(said);
    expect(third.output()).toContain("catalogd.db-wal");

    const fourth = await startService({ folder });
    await fourth.kill("SIGTERM");
    expect(fourth.output()).not.toContain(said);
  });

  test("waits for a process that is about to end", async () => {
    const folder = temporaryFolder();
    const first = await startService({ folder });
    const second = startService({ folder });
    // Long enough for a start that does not wait.
    await Bun.sleep(1_500);
    await first.kill("SIGKILL");

    const service = await second;

    expect(await service.kill("SIGTERM")).toBe(0);
  });

  test("gives up after some seconds when the other process goes on", async () => {
    const folder = temporaryFolder();
    const first = await startService({ folder });

    expect(await refusal(startService({ folder }))).toMatchObject({
      message: expect.stringContaining("Another process is running on"),
    });

    await first.kill("SIGTERM");
  });
});
