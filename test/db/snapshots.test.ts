import { expect, test } from "bun:test";
import { join } from "node:path";
import { openConnection } from "../../db/local/connection.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { temporaryFolder } from "../cleanup.ts";
import { openFileDatabase } from "./databases.ts";
import { names, put, TEST_MUTATIONS } from "./test-mutations.ts";

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
