import { describe, expect, test } from "bun:test";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { openConnection } from "../../db/local/connection.ts";
import { openLocalDatabase } from "../../db/local/database.ts";
import { isDiskRefusal } from "../../db/local/disk-refusal.ts";
import { openLateWriter } from "../../db/local/late-writer.ts";
import { portWrite, serveWrites } from "../../db/local/write-port.ts";
import type { Writer } from "../../db/local/writer.ts";
import { type AnyMutation, type Database, mutation } from "../../db/ports.ts";
import { reviveError } from "../../src/http/output/errors.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { temporaryFolder } from "../cleanup.ts";
import { refusal } from "../refusal.ts";

/** A user who owns nothing, on every Linux. */
const NOBODY = 65_534;
const keepNote: AnyMutation = mutation("keep", (tx, text: string) =>
  tx.run("insert into note (text) values (:text)", { text }),
);

describe("a start on a disk that can only be read", () => {
  const options = {
    mutations: new Map([[keepNote.name, keepNote]]),
    context: { now: Date.now, newId },
    wakeJobs: () => undefined,
    fail: (error: unknown) => {
      throw error;
    },
  };
  const keep = { name: "keep", tenantId: "t", options: {} };
  const START = { ...keep, input: "start" };

  /** A database that was closed, in a folder that its owner may change as well as this process. */
  async function givenDatabase() {
    const folder = temporaryFolder();
    const path = join(folder, "catalogd.db");
    const writer = await openLateWriter(path, options, []);
    writer.close();
    const file = openConnection(path, "writer");
    file.exec("create table note (text text not null) strict");
    file.run("insert into note (text) values ('before')", {});
    file.exec("pragma wal_checkpoint(truncate)");
    file.close();
    return { folder, path };
  }

  /** Runs it as someone who may only read the folder. */
  async function readingOnly(folder: string, run: () => Promise<void>): Promise<void> {
    chmodSync(folder, 0o555);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(NOBODY);
    try {
      await run();
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(folder, 0o755);
    }
  }

  test("serves reads, refuses writes, and takes them as soon as the disk does", async () => {
    const { folder, path } = await givenDatabase();
    let writer: Writer | undefined;
    let database: Database | undefined;
    const notes = () => database?.reader("t").all("select text from note order by rowid", {}, (row) => row["text"]);

    await readingOnly(folder, async () => {
      writer = await openLateWriter(path, options, [START]);
      const line = new MessageChannel();
      serveWrites(line.port1, writer);
      database = openLocalDatabase(path, portWrite(line.port2, reviveError), undefined);
      expect(await notes()).toEqual(["before"]);
      expect(await refusal(writer.submit({ ...keep, input: "a" }))).toMatchObject({ name: "DiskRefuses" });
      expect(await refusal(database.snapshot("t"))).toMatchObject({ name: "DiskRefuses" });
    });
    const submit = () => writer?.submit({ ...keep, input: "b" });
    while (await submit()?.then(() => false, isDiskRefusal)) await Bun.sleep(50);

    // What the start had to do came first.
    expect(await notes()).toEqual(["before", "start", "b"]);
    database?.close();
    writer?.close();
  });

  test("says what to do when there is no database that could be read", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "catalogd.db"), "");
    await readingOnly(folder, async () => {
      expect(await refusal(openLateWriter(join(folder, "catalogd.db"), options, []))).toMatchObject({
        message: expect.stringContaining("Make it writable, or choose a folder on another disk"),
      });
    });
  });
});
