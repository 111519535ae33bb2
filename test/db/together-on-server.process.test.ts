import { afterAll, expect, test } from "bun:test";
import { mutation } from "../../db/ports.ts";
import type { Timing } from "../../src/schedules/next-run.ts";
import { plan } from "../../src/schedules/schedule-plan.ts";
import { beginAllDue } from "../../workers/schedules/follow.ts";
import { services } from "../harness.ts";
import { refusal } from "../refusal.ts";
import { openLine } from "../servers/line.ts";
import { startSqld } from "../servers/sqld.ts";
import { openServerDatabase } from "./databases.ts";
import { names, put } from "./test-mutations.ts";

const sqld = await startSqld();
const line = await openLine(sqld.url);
afterAll(async () => {
  line.stop();
  await sqld.stop();
});

test("of several that start at once on an empty server one makes the tables, and all of them run", async () => {
  const databases = await Promise.all(Array.from({ length: 4 }, () => openServerDatabase(sqld.url, services)));
  const tenant: string = crypto.randomUUID();
  for (const [index, database] of databases.entries())
    await database.write(put, tenant, { name: `${index}`, value: "" });
  expect(await names((databases[0] ?? expect.unreachable()).reader(tenant))).toEqual(["0", "1", "2", "3"]);
  for (const database of databases) database.close();
});

const HOURLY: Timing = {
  schedule_type: "interval_minutes",
  cron_expression: null,
  interval_minutes: 60,
  timezone: "UTC",
};
const DUE = { kind: "mail.send" as const, ownerId: "owner", payload: { mailId: "mail" } };
const planOne = mutation("test.plan-one", (tx, nowMs: number) => plan(tx, { ...DUE, isActive: true }, HOURLY, nowMs));
const HOUR_MS = 3_600_000;

test("of several that begin what is due at once, one does: each time has one run", async () => {
  const databases = await Promise.all(Array.from({ length: 3 }, () => openServerDatabase(sqld.url, services)));
  const [first = expect.unreachable()] = databases;
  const tenant: string = crypto.randomUUID();
  let nowMs = services.now() - 3 * HOUR_MS;
  await first.write(planOne, tenant, nowMs);
  const runs = () =>
    first
      .reader(tenant)
      .all("select id from job where tenant_id = :tenant and kind = 'mail.send'", {}, (row) => row["id"]);
  for (const _ of [1, 2]) {
    nowMs += HOUR_MS + 1;
    await Promise.all(databases.map((database) => beginAllDue({ ...database, now: () => nowMs })));
  }
  // One that waits is not begun again.
  expect(await runs()).toHaveLength(1);
  for (const database of databases) database.close();
});

const refuse = mutation("test.refuse", async () => {
  throw new RangeError("refused");
});
let cuts = 0;
const writeAndLose = mutation("test.write-and-lose", async (tx, { name }: { name: string }, context) => {
  await put.run(tx, { name, value: "" }, context);
  if (cuts++ === 0) {
    line.cut();
    line.mend();
  }
  return names(tx);
});

test("one that loses its connection behind one that was refused is run again, and nothing waits for ever", async () => {
  const database = await openServerDatabase(line.url, services);
  const tenant: string = crypto.randomUUID();
  await database.write(put, tenant, { name: "before", value: "" });

  const [refused, written] = await Promise.all([
    refusal(database.write(refuse, tenant, undefined)),
    database.write(writeAndLose, tenant, { name: "lost" }),
  ]);

  expect(refused).toMatchObject({ message: "refused" });
  expect(written).toEqual(["before", "lost"]);
  expect(cuts).toBe(2);
  database.close();
});
