import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { commitsOf, newCommitCount } from "../../db/local/commit-count.ts";
import { type Connection, openConnection } from "../../db/local/connection.ts";
import { groupCommit } from "../../db/local/group-commit.ts";
import { type AnyMutation, mutation, type Tx } from "../../db/ports.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { temporaryFolder } from "../cleanup.ts";
import { refusal } from "../refusal.ts";

/** The time of these tests: it passes only where one says so. */
let clockMs = 0;
const now = () => clockMs;

const note = (tx: Tx, text: string) => tx.run("insert into note (text) values (:text)", { text });
let escaped: Tx | undefined;

const MUTATIONS: AnyMutation[] = [
  mutation("keep", (tx, text: string) => note(tx, text)),
  // Longer than a group of small writes may take.
  mutation("slow", async (tx, text: string) => {
    await note(tx, text);
    clockMs += 6;
  }),
  mutation("throw", async (tx, text: string) => {
    await note(tx, text);
    throw new Error("enough");
  }),
  // Finds out before it writes, as most that throw do.
  mutation("refuse", async (tx) => {
    await tx.all("select text from note", {}, (row) => row);
    throw new Error("refused");
  }),
  mutation("stray", async (tx, text: string) => {
    await note(tx, text);
    await sleep(1);
  }),
  mutation("escape", async (tx) => {
    escaped = tx;
  }),
  mutation("misbind", (tx) => tx.run("insert into note (text) values (:txet)", { text: "x" })),
  mutation("boolean", (tx) => tx.run("insert into note (text) values (:text)", { text: true as never })),
];

describe("groupCommit", () => {
  function given({ failCommit = false, onRun = (_sql: string): unknown => 0 } = {}) {
    const connection = openConnection(join(temporaryFolder(), "group.db"), "writer");
    connection.exec("create table note (text text not null) strict");
    const statements: string[] = [];
    const failures: unknown[] = [];
    const commits = newCommitCount();
    const duringCommit: (number | null)[] = [];
    const recorded: Connection = {
      ...connection,
      run: (sql, args) => {
        statements.push(sql);
        onRun(sql);
        if (sql === "commit") duringCommit.push(commitsOf(commits));
        if (failCommit && sql === "commit") throw new Error("disk I/O error");
        return connection.run(sql, args);
      },
    };
    const { submit, stats } = groupCommit(recorded, {
      mutations: new Map(MUTATIONS.map((each) => [each.name, each])),
      context: { now, newId },
      commits,
      wakeJobs: () => undefined,
      fail: (error) => failures.push(error),
    });
    return {
      write: (name: string, input = name) => submit({ name, tenantId: "t", input, options: {} }),
      writePatiently: (name: string, input = name) => submit({ name, tenantId: "t", input, options: { isBulk: true } }),
      stats,
      notes: () => connection.rows("select text from note order by rowid", {}).map((row) => row["text"]),
      commits: () => statements.filter((sql) => sql === "commit").length,
      rollbacks: () => statements.filter((sql) => sql === "rollback").length,
      counted: () => commitsOf(commits),
      duringCommit,
      failures,
    };
  }

  test("counts its commits for other threads, which cannot know how many there are while one is under way", async () => {
    const { write, counted, duringCommit } = given();
    expect(counted()).toBe(0);
    await write("keep");
    expect(counted()).toBe(1);
    await Promise.allSettled([write("throw")]);
    expect(counted()).toBe(1);
    await write("keep");

    expect(counted()).toBe(2);
    expect(duringCommit).toEqual([null, null]);
  });

  test.each([
    { commitMs: 0, groups: 4 },
    { commitMs: 10, groups: 1 },
  ])("where a commit takes $commitMs ms, ten writes of 2 ms each share $groups", async ({ commitMs, groups }) => {
    const onRun = (sql: string) => (clockMs += sql === "commit" ? commitMs : Number(sql.startsWith("insert")) * 2);
    const { write, commits } = given({ onRun });
    await write("keep");
    await Promise.all(Array.from({ length: 10 }, () => write("keep")));
    expect(commits()).toBe(1 + groups);
  });

  test("takes back only the mutation that throws, and commits its neighbours together", async () => {
    // No time passes, so that one group takes all.
    const { write, notes, commits } = given();

    const outcomes = await Promise.allSettled([write("keep", "a"), write("throw"), write("keep", "b")]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(notes()).toEqual(["a", "b"]);
    expect(commits()).toBe(1);
  });

  test("takes nothing back for a mutation that throws before it writes", async () => {
    const { write, notes, commits, rollbacks } = given();

    const outcomes = await Promise.allSettled([
      write("refuse"),
      write("keep", "a"),
      write("refuse"),
      write("keep", "b"),
    ]);

    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected", "fulfilled"]);
    expect(notes()).toEqual(["a", "b"]);
    expect([commits(), rollbacks()]).toEqual([1, 0]);
  });

  test("runs again, once and in their order, those before one that throws after it has written, each with a savepoint", async () => {
    const { write, notes, rollbacks, stats } = given();
    const all = ["a", "b", "throw", "c", "throw", "d"];

    const outcomes = await Promise.allSettled(all.map((text) => write(text === "throw" ? text : "keep", text)));

    const refused = outcomes.map(({ status }) => status === "rejected");
    expect(refused).toEqual(all.map((text) => text === "throw"));
    expect(notes()).toEqual(["a", "b", "c", "d"]);
    // The second that throws has a savepoint of its own.
    expect(rollbacks()).toBe(1);
    expect(stats()).toMatchObject({ queued: 0, committed: 6 });
  });

  test("commits bulk ones together when no one else waits, however long they take", async () => {
    const { write, writePatiently, commits } = given();
    await Promise.all([write("slow"), write("slow"), write("slow")]);
    expect(commits()).toBe(3);

    await Promise.all([writePatiently("slow"), writePatiently("slow"), writePatiently("slow")]);

    expect(commits()).toBe(4);
  });

  test("runs bulk ones in their order and behind the others, which do not keep them from every turn", async () => {
    const { write, writePatiently, notes } = given();
    const patient = ["p1", "p2"].map((text) => writePatiently("keep", text));
    const others = ["a", "b", "c"].map((text) => write("slow", text));

    await Promise.all([...patient, ...others]);

    expect(notes()).toEqual(["a", "p1", "b", "c", "p2"]);
  });

  test("takes back only the bulk one that throws: those before it are run again, once and in their order", async () => {
    const { write, writePatiently, notes } = given();
    const patient = [
      writePatiently("keep", "p1"),
      writePatiently("slow", "p2"),
      writePatiently("throw"),
      writePatiently("keep", "p3"),
    ];

    const outcomes = await Promise.allSettled([...patient, write("throw"), write("keep", "a")]);

    expect(outcomes.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect(notes().toSorted()).toEqual(["a", "p1", "p2", "p3"]);
    expect(notes().filter((text) => text !== "a")).toEqual(["p1", "p2", "p3"]);
  });

  test("keeps nothing of a first mutation that throws, and all of those behind it", async () => {
    const { write, notes, stats } = given();

    const outcomes = await Promise.allSettled([
      write("throw"),
      write("keep", "a"),
      write("misbind"),
      write("keep", "b"),
    ]);

    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected", "fulfilled"]);
    expect(notes()).toEqual(["a", "b"]);
    expect(stats()).toMatchObject({ queued: 0, committed: 4 });
  });

  test("refuses a mutation that awaits anything but tx, and goes on", async () => {
    const { write, notes } = given();

    const outcomes = await Promise.allSettled([write("keep", "a"), write("stray"), write("keep", "b")]);

    expect(outcomes[1]).toMatchObject({ reason: { message: "A mutation may await nothing but tx" } });
    expect(notes()).toEqual(["a", "b"]);
  });

  test("refuses a tx that outlived its mutation", async () => {
    const { write, notes } = given();
    await write("escape");
    expect(await refusal(note(escaped as Tx, "late"))).toMatchObject({ message: expect.stringContaining("had ended") });
    expect(notes()).toEqual([]);
  });

  test("refuses a parameter that is missing or of a type SQLite does not have", async () => {
    const { write } = given();
    expect(await refusal(write("misbind"))).toMatchObject({ message: expect.stringContaining("Cannot bind :txet") });
    expect(await refusal(write("boolean"))).toMatchObject({
      message: expect.stringContaining("Cannot bind :text as boolean"),
    });
  });

  test("rejects the whole group and stops when it cannot be committed", async () => {
    const { write, failures } = given({ failCommit: true });

    const outcomes = await Promise.allSettled([write("keep", "a"), write("keep", "b")]);

    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(failures).toHaveLength(1);
    expect(await refusal(write("keep", "c"))).toMatchObject({
      message: expect.stringContaining("A commit has failed"),
    });
  });

  test("refuses also who waits behind a group that cannot be committed", async () => {
    const { write, failures } = given({ failCommit: true });

    const outcomes = await Promise.allSettled([write("slow", "a"), write("keep", "b")]);

    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(failures).toHaveLength(1);
  });
});
