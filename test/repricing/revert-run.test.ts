import { expect, test } from "bun:test";
import { revertRunPart } from "../../src/prices/repricing/runs/revert.ts";
import { addProducts } from "../add-products.ts";
import { newTenant, runJobs, services } from "../harness.ts";
import { withProducts } from "./with-products.ts";

const DOWN = { name: "Down", action: { type: "change_percent", value: -10 } };

/** A run that has changed more prices than are taken back while a caller waits. */
async function withLargeRun() {
  const made = await withProducts(0, DOWN);
  const { tenant, run } = made;
  await services.write(addProducts, tenant.id, Array(1_001).fill({ priceCents: 2_000 }));
  await tenant.post("/prices/repricing/simulate", {});
  const { id, changed } = await run();
  expect(changed).toBe(1_001);
  const read = async () => (await tenant.get(`/prices/repricing/runs/${id}`)).body.revert;
  const prices = async () =>
    tenant.db.all("select distinct price_cents as cents from product where tenant_id = :tenant order by 1", {}, (row) =>
      Number(row["cents"]),
    );
  return { tenant, id, read, prices, revert: () => tenant.post(`/prices/repricing/runs/${id}/revert`) };
}

test("S40.7 S31.1 a run that changed many prices is taken back in the background, and says how far", async () => {
  const { tenant, id, read, prices, revert } = await withLargeRun();
  const [first] = (await tenant.get("/products?per_page=1")).body.items;
  await tenant.patch(`/products/${first.id}`, { price: 7 });
  expect(await read()).toBeNull();

  const started = await revert();
  const again = await revert();
  const waiting = await read();
  await runJobs();

  expect([started.status, started.body]).toEqual([202, { id, status: "processing" }]);
  expect([again.status, again.body.error.error_code]).toEqual([409, "INVALID_STATE"]);
  const id2 = { id: waiting.id };
  expect(started.headers.get("location")).toBe(`/api/v1/prices/repricing/reverts/${waiting.id}`);
  expect(waiting).toEqual({ ...id2, status: "processing", reverted: 0, skipped: 0, skip_reasons: {} });
  expect(await read()).toEqual({
    ...id2,
    status: "completed",
    reverted: 1_000,
    skipped: 1,
    skip_reasons: { price_changed_since: 1 },
  });
  expect(await prices()).toEqual([700, 2_000]);
  expect((await revert()).body).toEqual({ reverted: 0, skipped: 1, skip_reasons: { price_changed_since: 1 } });
});

test("S31.8 S40.7 a revert that was interrupted goes on where it was, and counts each price once", async () => {
  const { tenant, read, prices, revert } = await withLargeRun();
  const [first] = (await tenant.get("/products?per_page=1&sort_by=created_at&sort_order=asc")).body.items;
  await tenant.patch(`/products/${first.id}`, { price: 7 });
  await revert();

  // What a worker had committed when it was killed.
  const { id: revertId } = await read();
  await services.write(revertRunPart, tenant.id, { id: revertId });
  const early = await read();
  await runJobs();

  expect([early.status, early.reverted + early.skipped]).toEqual(["processing", 500]);
  expect(await read()).toMatchObject({ status: "completed", reverted: 1_000, skipped: 1 });
  expect(await prices()).toEqual([700, 2_000]);
});

test("a revert is a run: cancelled it stops where it is, and retried it goes on", async () => {
  const { tenant, id, read, prices, revert } = await withLargeRun();
  await revert();
  const { id: revertId } = await read();
  await services.write(revertRunPart, tenant.id, { id: revertId });
  const path = `/prices/repricing/reverts/${revertId}`;
  expect((await tenant.post(`${path}/cancel`)).body).toMatchObject({
    ...{ id: revertId, run_id: id, status: "cancelled", force: false, total: 1_001, reverted: 500, skipped: 0 },
    ...{ error: null, completed_at: expect.any(String) },
  });
  await runJobs();
  expect(await read()).toMatchObject({ id: revertId, status: "cancelled", reverted: 500 });
  expect(await prices()).toEqual([1_800, 2_000]);

  expect(await tenant.post(`${path}/retry`)).toMatchObject({ status: 202, body: { status: "processing" } });
  expect((await revert()).body.error.error_code).toBe("INVALID_STATE");
  await runJobs();
  expect((await tenant.get(path)).body).toMatchObject({ status: "completed", reverted: 1_001, total: 1_001 });
  expect(await read()).toMatchObject({ status: "completed", reverted: 1_001 });
  expect(await prices()).toEqual([2_000]);
  expect((await tenant.post(`${path}/retry`)).body.error.error_code).toBe("INVALID_STATE");
  expect((await tenant.get("/prices/repricing/reverts")).body).toMatchObject({ total: 1, items: [{ id: revertId }] });
  const stranger = await newTenant();
  expect((await stranger.post(`${path}/cancel`)).status).toBe(404);
  expect((await stranger.get("/prices/repricing/reverts")).body.total).toBe(0);
});

test("a run of few prices is taken back in the background where that is wanted", async () => {
  const { tenant, run, priceOf, ids } = await withProducts(1, DOWN);
  await tenant.post("/prices/repricing/simulate", {});
  const { id } = await run();
  const started = await tenant.post(`/prices/repricing/runs/${id}/revert`, { background: true });
  expect([started.status, started.body]).toEqual([202, { id, status: "processing" }]);
  expect(await priceOf(ids[0])).toBe(18);
  await runJobs();
  expect((await tenant.get("/prices/repricing/reverts")).body.items).toMatchObject([
    { run_id: id, status: "completed", error: null, reverted: 1, total: 1 },
  ]);
  expect(await priceOf(ids[0])).toBe(20);
});
