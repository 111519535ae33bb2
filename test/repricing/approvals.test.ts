import { expect, test } from "bun:test";
import { beginAllDue } from "../../workers/schedules/follow.ts";
import { clientWith, clock, newTenant, runJobs, services } from "../harness.ts";
import { withProducts } from "./with-products.ts";

const DOWN = { name: "Down", action: { type: "change_percent", value: -10 } };
const DAY_MS = 86_400_000;

/** A product at 20 and a rule of an API key, in a tenant whose runs wait for a second person; two persons who may manage prices. */
async function withApproval() {
  const made = await withProducts(1, DOWN);
  const { tenant, ids } = made;
  expect((await tenant.admin.put("/settings/repricing", { approval_required: true })).status).toBe(200);
  const [anne, bob] = [await tenant.as("manager"), await tenant.as("manager")];
  const simulate = async (by: Pick<typeof anne, "post"> = tenant) =>
    (await by.post("/prices/repricing/simulate", {})).body.simulation_id;
  const start = async (by: Pick<typeof anne, "post">) =>
    (await by.post("/prices/repricing/run", { simulation_id: await simulate(by) })).body;
  const decide = async (by: Pick<typeof anne, "post">, id: string, word = "approve") => {
    const { status, body } = await by.post(`/prices/repricing/runs/${id}/${word}`);
    return [status, body.error?.error_code ?? body.status];
  };
  return { ...made, anne, bob, simulate, start, decide, price: () => made.priceOf(ids[0]) };
}

test("a run waits until a person approves it who has not started it", async () => {
  const { tenant, anne, bob, start, decide, price } = await withApproval();
  const { id, status } = await start(anne);
  await runJobs();
  expect([status, await price()]).toEqual(["awaiting_approval", 20]);
  expect((await tenant.get("/prices/repricing/runs?status=awaiting_approval")).body).toMatchObject({
    total: 1,
    items: [
      {
        ...{ id, changed: 0, decided_by: null, decided_at: null },
        // What would be approved.
        simulation_id: expect.any(String),
        rule_ids: [expect.any(String)],
      },
    ],
  });
  expect((await bob.get("/decisions")).body.items).toMatchObject([
    { kind: "repricing_runs", count: 1, path: "/prices/repricing/runs?status=awaiting_approval" },
  ]);

  expect(await decide(anne, id)).toEqual([403, "SECOND_PERSON_REQUIRED"]);
  expect(await decide(await tenant.as("viewer"), id)).toEqual([403, "PERMISSION_DENIED"]);
  // A key is no person.
  expect((await decide(tenant, id))[0]).toBe(403);
  expect((await decide(await newTenant().then(({ admin }) => admin), id))[0]).toBe(404);
  await runJobs();
  expect(await price()).toBe(20);

  expect(await decide(bob, id)).toEqual([202, "processing"]);
  expect(await decide(bob, id)).toEqual([409, "INVALID_STATE"]);
  await runJobs();
  expect(await price()).toBe(18);
  const run = (await tenant.get(`/prices/repricing/runs/${id}`)).body;
  expect(run).toMatchObject({ status: "completed", changed: 1, decided_by: expect.any(String) });
  expect(run.decided_by).not.toBe(run.started_by);
  const { body: audit } = await tenant.admin.get(`/audit-log?resource=repricing_run&resource_id=${id}`);
  expect(audit.items.map(({ action }: { action: string }) => action)).toEqual([
    "repricing_run.approved",
    "repricing_run.started",
  ]);
});

test("who has made or changed a rule does not approve its runs, nor who made the key that did", async () => {
  const { tenant, anne, bob, rule, start, decide } = await withApproval();
  await anne.patch(`/prices/repricing/rules/${rule.id}`, { description: "Of November" });
  const first = await start(tenant);
  expect(await decide(anne, first.id)).toEqual([403, "SECOND_PERSON_REQUIRED"]);
  expect(await decide(bob, first.id, "reject")).toEqual([200, "rejected"]);

  const made = await tenant.admin.post("/api-keys", { name: "Robot", scopes: ["prices:read", "prices:write"] });
  const robot = clientWith({ "x-api-key": made.body.key });
  const second = await start(robot);
  expect(second.status).toBe("awaiting_approval");
  expect(await decide(tenant.admin, second.id)).toEqual([403, "SECOND_PERSON_REQUIRED"]);
  expect(await decide(bob, second.id)).toEqual([202, "processing"]);
});

test("a run is not approved once its rule has changed or its simulation has run out", async () => {
  const { tenant, anne, bob, rule, start, decide, price } = await withApproval();
  const changed = await start(anne);
  await tenant.patch(`/prices/repricing/rules/${rule.id}`, { priority: 5 });
  expect(await decide(bob, changed.id)).toEqual([409, "SIMULATION_REQUIRED"]);
  expect(await decide(anne, changed.id, "reject")).toEqual([200, "rejected"]);

  const late = await start(anne);
  clock.nowMs += DAY_MS + 60_000;
  const carl = await tenant.as("manager");
  expect(await decide(carl, late.id)).toEqual([409, "INVALID_STATE"]);
  // It waits no longer: it could only be rejected.
  await beginAllDue(services);
  await runJobs();
  expect(await price()).toBe(20);
  const { body: run } = await tenant.get(`/prices/repricing/runs/${late.id}`);
  expect(run).toMatchObject({ status: "expired", decided_by: null, decided_at: expect.any(String), changed: 0 });
  expect((await carl.get("/decisions")).body.items).toEqual([]);
  expect(await decide(carl, late.id, "reject")).toEqual([409, "INVALID_STATE"]);
  const { body: audit } = await tenant.admin.get(`/audit-log?resource=repricing_run&resource_id=${late.id}`);
  expect(audit.items.map(({ action }: { action: string }) => action)).toEqual([
    "repricing_run.expired",
    "repricing_run.started",
  ]);
});

test("a run that was approved in time is not ended with its simulation, nor is one that was rejected", async () => {
  const { tenant, anne, bob, start, decide } = await withApproval();
  const [first, second] = [await start(anne), await start(anne)];
  expect(await decide(bob, first.id)).toEqual([202, "processing"]);
  expect(await decide(bob, second.id, "reject")).toEqual([200, "rejected"]);
  clock.nowMs += DAY_MS + 60_000;
  await beginAllDue(services);
  await runJobs();
  const list = (await tenant.get("/prices/repricing/runs")).body.items;
  expect(list.map(({ status }: { status: string }) => status)).toEqual(["rejected", "completed"]);
});

test("a scheduled run whose rule has changed ends, so that the next one may wait", async () => {
  const { tenant, rule, simulate } = await withApproval();
  await simulate();
  const timing = { is_active: true, schedule_type: "interval_minutes", interval_minutes: 30 };
  await tenant.put("/prices/repricing/schedule", timing);
  const turn = async () => {
    clock.nowMs += 31 * 60_000;
    await beginAllDue(services);
    await runJobs();
    return (await tenant.get("/prices/repricing/runs")).body.items.map(({ status }: { status: string }) => status);
  };
  expect(await turn()).toEqual(["awaiting_approval"]);
  await tenant.patch(`/prices/repricing/rules/${rule.id}`, { priority: 7 });
  await simulate();
  expect(await turn()).toEqual(["awaiting_approval", "expired"]);
});

test("a scheduled run waits, too, and another does not begin behind it", async () => {
  const { tenant, bob, simulate, decide, price } = await withApproval();
  await simulate();
  const timing = { is_active: true, schedule_type: "interval_minutes", interval_minutes: 30 };
  await tenant.put("/prices/repricing/schedule", timing);
  const list = async () => (await tenant.get("/prices/repricing/runs")).body.items;
  for (let turn = 0; turn < 3; turn++) {
    clock.nowMs += 31 * 60_000;
    await beginAllDue(services);
    await runJobs();
  }
  const [waiting, ...more] = await list();
  expect([waiting, more]).toMatchObject([{ status: "awaiting_approval", trigger: "schedule", started_by: null }, []]);
  expect(await price()).toBe(20);
  expect(await decide(bob, waiting.id)).toEqual([202, "processing"]);
  await runJobs();
  expect(await price()).toBe(18);
});

test("without the setting a run begins at once; who may not manage settings cannot change it", async () => {
  const { tenant, anne, start, price } = await withApproval();
  expect((await anne.put("/settings/repricing", { approval_required: false })).status).toBe(403);
  expect((await tenant.admin.get("/settings/repricing")).body).toEqual({ approval_required: true });
  expect((await tenant.admin.put("/settings/repricing", { approval_required: "no" })).status).toBe(422);
  await tenant.admin.put("/settings/repricing", { approval_required: false });
  expect((await start(anne)).status).toBe("processing");
  await runJobs();
  expect(await price()).toBe(18);
});
