import { expect, test } from "bun:test";
import { type AnyMutation, mutation } from "../../db/ports.ts";
import { plannedAt } from "../../db/schedules/schedules.ts";
import { newId } from "../../src/runtime/new-id.ts";
import type { Timing } from "../../src/schedules/next-run.ts";
import { beginDue, plan, unplan } from "../../src/schedules/schedule-plan.ts";
import { beginAllDue } from "../../workers/schedules/follow.ts";
import { openFileDatabase } from "../db/databases.ts";

const HOUR_MS = 3_600_000;
const HOURLY: Timing = {
  schedule_type: "interval_minutes",
  cron_expression: null,
  interval_minutes: 60,
  timezone: "UTC",
};
const TENANT = "tenant-1";
const OWNER = { kind: "mail.send" as const, ownerId: "owner-1", payload: { mailId: "mail-1" } };

const planOne = mutation("test.plan", (tx, { isActive }: { isActive: boolean }, { now }) =>
  plan(tx, { ...OWNER, isActive }, HOURLY, now()),
);
const unplanOne = mutation("test.unplan", (tx) => unplan(tx, OWNER.kind, OWNER.ownerId));

async function openSchedules() {
  const clock = { nowMs: Date.parse("2027-01-01T00:00:00Z") };
  const mutations = new Map<string, AnyMutation>([beginDue, planOne, unplanOne].map((each) => [each.name, each]));
  const database = await openFileDatabase(mutations, { now: () => clock.nowMs, newId });
  const db = database.reader(TENANT);
  return {
    clock,
    write: database.write,
    begin: () => beginAllDue({ ...database, now: () => clock.nowMs }),
    jobs: () =>
      db.all("select kind, payload from job where tenant_id = :tenant", {}, (row) => [
        String(row["kind"]),
        JSON.parse(String(row["payload"])),
      ]),
    /** As the owner's table states it. */
    planned: () =>
      db.one(
        `select (${plannedAt("owner", OWNER.kind)}) as planned from (select :tenant as tenant_id, :id as id) owner`,
        { id: OWNER.ownerId },
        (row) => row["planned"],
      ),
  };
}

test("what is due becomes one job, and the next time is planned with it", async () => {
  const { clock, write, begin, jobs, planned } = await openSchedules();
  const startMs = clock.nowMs;
  await write(planOne, TENANT, { isActive: true });
  await begin();
  expect(await jobs()).toEqual([]);
  clock.nowMs += HOUR_MS + 1;
  await begin();
  await begin();
  expect(await jobs()).toEqual([["mail.send", OWNER.payload]]);
  expect(await planned()).toBe(startMs + 2 * HOUR_MS);
});

test("S36.15 a run that still waits or runs is not joined by another", async () => {
  const { clock, write, begin, jobs } = await openSchedules();
  await write(planOne, TENANT, { isActive: true });
  for (let hours = 0; hours < 5; hours++) {
    clock.nowMs += HOUR_MS;
    await begin();
  }
  expect(await jobs()).toHaveLength(1);
});

test("S36.15 what is switched off or removed is planned no more; switched on again it begins from then", async () => {
  const { clock, write, begin, jobs, planned } = await openSchedules();
  await write(planOne, TENANT, { isActive: true });
  clock.nowMs += 3 * HOUR_MS;
  await write(planOne, TENANT, { isActive: false });
  expect(await planned()).toBeNull();
  await write(planOne, TENANT, { isActive: true });
  await begin();
  expect(await jobs()).toEqual([]);
  expect(await planned()).toBe(clock.nowMs + HOUR_MS);
  await write(unplanOne, TENANT, undefined);
  expect(await planned()).toBeNull();
});
