import { describe, expect, test } from "bun:test";
import { dirname, join } from "node:path";
import { newCommitCount } from "../../db/local/commit-count.ts";
import { type Connection, openConnection } from "../../db/local/connection.ts";
import { isDiskRefusal } from "../../db/local/disk-refusal.ts";
import { groupCommit } from "../../db/local/group-commit.ts";
import { openIndexWriter } from "../../db/local/index-writer.ts";
import { type AnyMutation, mutation, type Tx, type WriteOptions } from "../../db/ports.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { temporaryFolder } from "../cleanup.ts";
import { refusal } from "../refusal.ts";
import { INDEX_CARE } from "./databases.ts";

const context = { now: Date.now, newId };
const LARGE = "x".repeat(30_000);
/** Some pages more than an empty database has. */
const PAGES = 8;
const ROOM = "pragma max_page_count = 100000";

/** What the fence of a job's steps asks: one job, held by token 1. */
const JOB = `create table job (id integer primary key, lease_token integer, state text, lease_until_ms integer, want text,
    queue text, tenant_id text);
  create table job_lane (queue text, tenant_id text, running_max integer);
  insert into job values (1, 1, 'running', 0, null, 'bulk', 't');`;

const note = (tx: Tx, text: string) => tx.run("insert into note (text) values (:text)", { text });
const MUTATIONS: AnyMutation[] = [
  mutation("keep", (tx, text: string) => note(tx, text)),
  // Swallows what its first write throws, and goes on.
  mutation("swallow", async (tx, text: string) => {
    await note(tx, LARGE).catch(() => undefined);
    await note(tx, text).catch(() => undefined);
  }),
];

function given({ commitError }: { commitError?: () => Error | undefined } = {}) {
  const connection = openConnection(join(temporaryFolder(), "group.db"), "writer");
  connection.exec(`create table note (text text not null) strict; ${JOB}; pragma max_page_count = ${PAGES}`);
  const failures: unknown[] = [];
  const refusals: unknown[] = [];
  const tried: Connection = {
    ...connection,
    run: (sql, args) => {
      const error = sql === "commit" ? commitError?.() : undefined;
      if (error) throw error;
      return connection.run(sql, args);
    },
  };
  const group = groupCommit(tried, {
    mutations: new Map(MUTATIONS.map((each) => [each.name, each])),
    // No time passes, so that one group takes all.
    context: { ...context, now: () => 0 },
    commits: newCommitCount(),
    wakeJobs: () => undefined,
    fail: (error) => failures.push(error),
    noteRefusal: (error) => refusals.push(error),
  });
  return {
    ...group,
    failures,
    refusals,
    write: (text: string, options: WriteOptions = {}, name = "keep") =>
      group.submit({ name, tenantId: "t", input: text, options }),
    notes: () =>
      connection.rows("select substr(text, 1, 9) as text from note order by rowid", {}).map((row) => row["text"]),
    makeRoom: () => connection.exec(ROOM),
  };
}

const step = (jobId: number, isBulk: boolean): WriteOptions => ({
  waits: true,
  isBulk,
  step: { lease: { jobId, token: 1 }, progress: "none" },
});

describe("a full disk", () => {
  test("refuses the mutation it has no room for, keeps those beside it, and goes on", async () => {
    const { write, notes, failures, refusals } = given();

    const outcomes = await Promise.allSettled([write("a"), write(LARGE), write("b")]);

    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await refusal(write(LARGE))).toMatchObject({ name: "DiskRefuses", message: "database or disk is full" });
    expect(notes()).toEqual(["a", "b"]);
    expect(failures).toEqual([]);
    expect(refusals.length).toBeGreaterThan(0);
  });

  test("takes what it refused before as soon as there is room", async () => {
    const { write, makeRoom, notes } = given();
    await Promise.allSettled([write(LARGE)]);
    makeRoom();

    await write(LARGE);

    expect(notes()).toEqual(["xxxxxxxxx"]);
  });

  test("keeps nothing of a mutation that goes on after it was refused", async () => {
    const { write, notes } = given();

    expect(await refusal(write("left", {}, "swallow"))).toMatchObject({ name: "DiskRefuses" });

    expect(notes()).toEqual([]);
  });

  test("refuses a whole group that it cannot commit, and takes the next", async () => {
    let error: Error | undefined = Object.assign(new Error("database or disk is full"), { rawCode: 13 });
    const { write, notes, failures } = given({ commitError: () => error });

    const outcomes = await Promise.allSettled([write("a"), write("b")]);
    error = undefined;
    await write("c");

    expect(outcomes.every((each) => each.status === "rejected" && isDiskRefusal(each.reason))).toBe(true);
    expect(notes()).toEqual(["c"]);
    expect(failures).toEqual([]);
  });

  test.each([
    ["a failed fsync", 1034],
    ["an I/O error", 10],
    ["a failed write of a disk that takes others", 778],
    ["a file that was moved away", 1032],
  ])("%s ends the process", async (_, rawCode) => {
    const { write, failures } = given({
      commitError: () => Object.assign(new Error("disk I/O error"), { rawCode }),
    });

    await Promise.allSettled([write("a")]);

    expect(failures).toHaveLength(1);
  });

  test("holds what a job writes until there is room, in its order, and lets others through meanwhile", async () => {
    const { write, makeRoom, notes, stats } = given();
    const held = [write(LARGE, step(1, true)), write("1b", step(1, true))];
    await write("a");
    // Sent behind a step that is held.
    held.push(write("1c", step(1, true)));
    await write("b");
    expect(notes()).toEqual(["a", "b"]);
    expect(stats().queued).toBe(3);
    makeRoom();

    await Promise.all(held);

    expect(notes()).toEqual(["a", "b", "xxxxxxxxx", "1b", "1c"]);
  });

  test("refuses what is held when the service stops", async () => {
    const { write, stopWaiting } = given();
    const held = write(LARGE, { waits: true });
    await write("a");

    stopWaiting();

    expect(await refusal(held)).toMatchObject({ message: expect.stringContaining("stops") });
    expect(await refusal(write(LARGE, { waits: true }))).toMatchObject({ name: "DiskRefuses" });
  });

  test("is named by the search index as well, which goes on when there is room", async () => {
    const path = join(temporaryFolder(), "catalogd.db");
    const full = openConnection(join(dirname(path), "catalogd-index.db"), "index-writer");
    full.exec("create table note (text text not null) strict");
    full.close();
    const index = openIndexWriter(path, Promise.resolve(newCommitCount()), INDEX_CARE);
    const insert = (tx: Tx, text: string) => note(tx, text);
    const limit = (pages: number) =>
      index.write(
        async (tx) => void (await tx.all(`pragma max_page_count = ${pages}`, {}, (row) => row)),
        "t",
        undefined,
      );
    await limit(PAGES);

    expect(await refusal(index.write(insert, "t", LARGE))).toMatchObject({ message: "database or disk is full" });
    await limit(100_000);
    await index.write(insert, "t", LARGE);
    index.close();
  });
});
