import { expect, test } from "bun:test";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { openWriter } from "../../db/local/writer.ts";
import { EVERY_TENANT } from "../../db/ports.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { temporaryFolder } from "../cleanup.ts";
import { put, TEST_MUTATIONS } from "./test-mutations.ts";

const fail = (error: unknown) => {
  throw error;
};

/** A writer of a database, and the logs that it found missing. */
async function writerOf(path: string) {
  const missing: string[] = [];
  const writer = await openWriter(path, {
    mutations: TEST_MUTATIONS,
    context: { now: () => 0, newId },
    wakeJobs: () => undefined,
    fail,
    noteLostLog: (log) => missing.push(log),
  });
  return { writer, missing };
}

/** A copy of a database as it lies there, with these of its files. */
function copyOf(path: string, ends: string[]): string {
  const copy = join(temporaryFolder(), "copy.db");
  for (const end of ends) copyFileSync(`${path}${end}`, `${copy}${end}`);
  return copy;
}

test("a database that was not closed is missed its log; one with its log, or that was closed, is not", async () => {
  const path = join(temporaryFolder(), "test.db");
  for (const _run of ["first", "second"]) {
    const { writer, missing } = await writerOf(path);
    expect(missing).toEqual([]);
    const input = { name: newId(), value: "1" };
    await writer.submit({ name: put.name, tenantId: EVERY_TENANT, input, options: {} });
    const whole = copyOf(path, ["", "-wal"]);
    const alone = copyOf(path, [""]);
    writer.close();

    for (const [copy, expected] of [
      [whole, []],
      [alone, [`${alone}-wal`]],
    ] as const) {
      const { writer: again, missing: found } = await writerOf(copy);
      expect(found).toEqual([...expected]);
      again.close();
    }
  }
  const { writer, missing } = await writerOf(copyOf(path, [""]));
  writer.close();
  expect(missing).toEqual([]);
});
