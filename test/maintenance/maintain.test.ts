import { expect, test } from "bun:test";
import type { Reader } from "../../db/ports.ts";
import { sweepAll } from "../../workers/maintenance/maintain.ts";
import { clock, newTenant, services } from "../harness.ts";

const HOUR_MS = 3_600_000;
const results = ({ one }: Reader) =>
  one("select count(*) as n from idempotency where tenant_id = :tenant", {}, (row) => Number(row["n"]));

test("D0.12 an Idempotency-Key is remembered for a day, and swept after it", async () => {
  const tenant = await newTenant();
  const create = () => tenant.post("/products", { name: "Once" }, { "idempotency-key": "k" });
  const first = await create();
  clock.nowMs += 23 * HOUR_MS;
  await sweepAll(services, new AbortController().signal);
  expect((await create()).body.id).toBe(first.body.id);
  clock.nowMs += 2 * HOUR_MS;
  await sweepAll(services, new AbortController().signal);
  expect(await results(tenant.db)).toBe(0);
  expect((await create()).body.id).not.toBe(first.body.id);
});
