import { expect, test } from "bun:test";
import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { openConnection } from "../../db/local/connection.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { temporaryFolder } from "../cleanup.ts";
import { openFileDatabase } from "./databases.ts";
import { names, put, TEST_MUTATIONS } from "./test-mutations.ts";

/** About two seconds. */
const LOOKS = 100;
const context = { now: Date.now, newId };

async function given() {
  const path = join(temporaryFolder(), "snapshots.db");
  return { path, ...(await openFileDatabase(TEST_MUTATIONS, context, path)) };
}

test("a snapshot of a file does not see what is written after its first read", async () => {
  const { write, snapshot, reader } = await given();
  const frozen = await snapshot("t");
  expect(await names(frozen)).toEqual([]);
  await write(put, "t", { name: "later", value: "1" });
  expect(await names(frozen)).toEqual([]);
  expect(await names(reader("t"))).toEqual(["later"]);
  frozen.close();
});

test("one that is closed holds up no checkpoint", async () => {
  const { path, write, snapshot } = await given();
  await write(put, "t", { name: "before", value: "1" });
  const frozen = await snapshot("t");
  expect(await names(frozen)).toEqual(["before"]);
  await write(put, "t", { name: "after", value: "1" });

  frozen.close();

  const connection = openConnection(path, "writer");
  expect(connection.row("pragma wal_checkpoint(truncate)", {})).toEqual({ busy: 0, log: 0, checkpointed: 0 });
  connection.close();
});

const filesOpen = (path: string) =>
  readdirSync("/proc/self/fd").filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(path);
    } catch {
      return false; // closed meanwhile
    }
  }).length;

test("those that are closed release their files a little later, all at once", async () => {
  const { path, write, snapshot } = await given();
  await write(put, "t", { name: "before", value: "1" });
  const before = filesOpen(path);

  for (let round = 0; round < 10; round++) {
    const frozen = await snapshot("t");
    await names(frozen);
    frozen.close();
  }

  expect(filesOpen(path)).toBeGreaterThanOrEqual(before + 20);
  // SQLite itself keeps a few for the next connection. Beside other tests one collection may miss some; the next closing asks for another.
  for (let look = 1; filesOpen(path) > before + 8; look++) {
    await Bun.sleep(20);
    if (look % LOOKS === 0) (await snapshot("t")).close();
  }
}, 60_000);
