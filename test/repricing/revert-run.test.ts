import { expect, test } from "bun:test";
import { revertRunPart } from "../../src/prices/repricing/runs/revert.ts";
import { addProducts } from "../add-products.ts";
import { runJobs, services } from "../harness.ts";
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
  expect(waiting).toEqual({ status: "processing", reverted: 0, skipped: 0, skip_reasons: {} });
  expect(await read()).toEqual({
    status: "completed",
    reverted: 1_000,
    skipped: 1,
    skip_reasons: { price_changed_since: 1 },
  });
  expect(await prices()).toEqual([700, 2_000]);
  expect((await revert()).body).toEqual({ reverted: 0, skipped: 1, skip_reasons: { price_changed_since: 1 } });
});

test("S31.8 S40.7 a revert that was interrupted goes on where it was, and counts each price once", async () => {
  const { tenant, id, read, prices, revert } = await withLargeRun();
  const [first] = (await tenant.get("/products?per_page=1&sort_by=created_at&sort_order=asc")).body.items;
  await tenant.patch(`/products/${first.id}`, { price: 7 });
  await revert();

  // What a worker had committed when it was killed.
  await services.write(revertRunPart, tenant.id, { runId: id, force: false });
  const early = await read();
  await runJobs();

  expect([early.status, early.reverted + early.skipped]).toEqual(["processing", 500]);
  expect(await read()).toMatchObject({ status: "completed", reverted: 1_000, skipped: 1 });
  expect(await prices()).toEqual([700, 2_000]);
});
