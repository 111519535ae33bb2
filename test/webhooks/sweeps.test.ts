import { expect, test } from "bun:test";
import { changeTenant } from "../../src/identity/tenants/change-tenant.ts";
import { sweepWebhooks } from "../../workers/maintenance/maintain.ts";
import { clock, services } from "../harness.ts";
import { deliverAll, newWebhook } from "./given.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const sweep = () => sweepWebhooks(services, new AbortController().signal);

type Given = Awaited<ReturnType<typeof newWebhook>>;
const count = ({ tenant }: Given, table: "event" | "webhook_delivery" | "webhook_log", where = "") =>
  tenant.db.one(`select count(*) as n from ${table} where tenant_id = :tenant ${where}`, {}, (row) => Number(row["n"]));

test("D0.4 a paused webhook holds the newest 10,000 events; the others are undeliverable, each in the log", async () => {
  const given = await newWebhook();
  const { tenant, path } = given;
  await tenant.post(`${path}/toggle`, { is_active: false });
  for (let batch = 0; batch < 11; batch++) {
    const items = Array.from({ length: batch < 10 ? 1_000 : 3 }, (_, index) => ({
      reference: `R${batch * 1_000 + index}`,
      name: `Product ${batch * 1_000 + index}`,
    }));
    expect((await tenant.post("/appsync/products/sync", items)).status).toBe(200);
  }

  await sweep();

  expect(await count(given, "webhook_delivery", "and state = 'waiting'")).toBe(10_000);
  const { body } = await tenant.get(`${path}/logs`);
  expect(body.meta.total).toBe(3);
  for (const entry of body.items) expect(entry.error_message).toEndWith("undeliverable");
  const names = await tenant.db.all(
    `select event.body ->> '$.data.name' as name from event
      join webhook_delivery delivery on delivery.tenant_id = :tenant and delivery.event_id = event.id
      where event.tenant_id = :tenant and delivery.state = 'undeliverable' order by event.id`,
    {},
    (row) => String(row["name"]),
  );
  expect(names).toEqual(["Product 0", "Product 1", "Product 2"]);
});

test("D0.4 what is held for more than 72 hours is given up by itself", async () => {
  const given = await newWebhook();
  await given.tenant.post(`${given.path}/toggle`, { is_active: false });
  await given.makeProduct("Old");
  clock.nowMs += 72 * HOUR_MS - 1_000;
  await sweep();
  const before = await count(given, "webhook_delivery", "and state = 'waiting'");
  clock.nowMs += 2_000;
  await sweep();

  expect([before, await count(given, "webhook_delivery", "and state = 'waiting'")]).toEqual([1, 0]);
});

test("S6.7 the log is stored for 30 days, and what was sent as long as an entry can be sent again", async () => {
  const given = await newWebhook({ replies: [500], max_retries: 0 });
  await given.makeProduct();
  await deliverAll();

  clock.nowMs += 30 * DAY_MS - HOUR_MS;
  await sweep();
  const [entry] = await given.logs();
  const { status } = await given.tenant.post(`${given.path}/logs/${entry?.id}/retry`);
  clock.nowMs += 2 * HOUR_MS;
  await sweep();
  const stored = await given.logs();

  expect(status).toBe(200);
  // That of the retry is two hours old.
  expect(stored.map(({ attempt }) => attempt)).toEqual([2]);
  clock.nowMs += 31 * DAY_MS;
  await sweep();
  const left = await Promise.all(
    (["event", "webhook_delivery", "webhook_log"] as const).map((table) => count(given, table)),
  );
  expect(left).toEqual([0, 0, 0]);
});

test("S6.7 what waits for a service that is away for 40 days is sent when it is back, in any order with the sweep", async () => {
  const given = await newWebhook();
  for (const name of ["One", "Two", "Three"]) await given.makeProduct(name);
  clock.nowMs += 40 * DAY_MS;

  await sweep();
  expect(await count(given, "webhook_delivery", "and state = 'waiting'")).toBe(3);
  await deliverAll();
  await sweep();

  expect((await given.logs()).map(({ success }) => success)).toEqual([true, true, true]);
  expect(given.received().length).toBe(3);
});

test("S6.7 what a receiver refuses after that is undeliverable in the log, and stays for 30 days from then", async () => {
  const given = await newWebhook({ replies: [500], max_retries: 0 });
  await given.makeProduct();
  clock.nowMs += 40 * DAY_MS;
  await deliverAll();
  await sweep();

  expect((await given.logs()).map(({ error_message }) => error_message)).toEqual([
    expect.stringContaining("undeliverable"),
  ]);
  expect(await count(given, "webhook_delivery", "and state = 'undeliverable'")).toBe(1);
  expect(await count(given, "event")).toBe(1);
  clock.nowMs += 31 * DAY_MS;
  await sweep();
  expect(await count(given, "webhook_delivery")).toBe(0);
});

test("S6.7 what waits for 30 days because the module is off is undeliverable, each in the log", async () => {
  const given = await newWebhook();
  await given.makeProduct();
  await services.write(changeTenant, given.tenant.id, { modules: { webhooks: false } });
  clock.nowMs += 31 * DAY_MS;

  await sweep();

  await services.write(changeTenant, given.tenant.id, { modules: { webhooks: true } });
  expect((await given.logs()).map(({ error_message }) => error_message)).toEqual([
    "Held for 30 days while webhooks were switched off; undeliverable",
  ]);
});
