import { expect, test } from "bun:test";
import { noteSources } from "../../src/prices/pricing/sources/source-analysis.ts";
import { addProducts } from "../add-products.ts";
import { newTenant, runJobs, services } from "../harness.ts";

const PATH = "/analytics/price-sources/runs";

/** More products than are looked at in one part, some with prices of several sources. */
async function given() {
  const tenant = await newTenant();
  const rows = Array.from({ length: 1_100 }, (_, at) => ({ priceCents: at % 7 === 0 ? null : 1_000 + (at % 13) * 10 }));
  const ids = await services.write(addProducts, tenant.id, rows);
  for (const at of [0, 1, 5, 700, 1_050, 1_099]) {
    for (const [source, price] of [
      ["shop-a", 9 + at / 1_000],
      ["shop-b", 12 - at / 1_000],
      ["internal", 11],
    ] as const) {
      await tenant.post(`/products/${ids[at]}/prices`, { source, price: Math.round(price * 100) / 100 });
    }
  }
  await tenant.delete(`/products/${ids[5]}`);
  const begin = async () => (await tenant.post(PATH, {})).body.id;
  return { tenant, begin };
}

test("an analysis finds what the comparison of all products at once finds, part by part", async () => {
  const { tenant } = await given();
  const started = await tenant.post(PATH, { days: 30 });
  expect([started.status, started.headers.get("location")]).toEqual([202, `/api/v1${PATH}/${started.body.id}`]);
  expect(started.body).toMatchObject({ status: "processing", days: 30, total: 1_099, evaluated: 0, sources: [] });
  await runJobs();
  const done = (await tenant.get(`${PATH}/${started.body.id}`)).body;
  const whole = (await tenant.get("/analytics/price-sources")).body.sources;
  expect(done).toMatchObject({ status: "completed", evaluated: 1_099, error: null });
  expect(whole.length).toBe(3);
  expect(done.sources).toEqual(whole);
});

test("an analysis is cancelled, retried and listed; a part that comes twice counts once", async () => {
  const { tenant, begin } = await given();
  const id = await begin();
  const source = { source: "x", prices: 2, products: 2, lowestCents: 1, highestCents: 3, sumCents: 4, timesBest: 1 };
  const part = { id, afterRow: 0, upToRow: 1, evaluated: 2, sources: [{ ...source, lastUpdatedMs: 5 }] };
  expect(await services.write(noteSources, tenant.id, part)).toBe(true);
  expect(await services.write(noteSources, tenant.id, part)).toBe(false);
  const early = await tenant.post(`${PATH}/${id}/cancel`);
  expect(early.body).toMatchObject({ status: "cancelled", evaluated: 2, sources: [{ source: "x", average: 0.02 }] });
  await runJobs();
  expect((await tenant.get(`${PATH}/${id}`)).body).toMatchObject({ status: "cancelled", evaluated: 2 });

  expect(await tenant.post(`${PATH}/${id}/retry`)).toMatchObject({ status: 202, body: { status: "processing" } });
  await runJobs();
  expect((await tenant.get(PATH)).body).toMatchObject({ total: 1, items: [{ id, status: "completed" }] });
  expect((await tenant.post(`${PATH}/${id}/retry`)).body.error.error_code).toBe("INVALID_STATE");
  const stranger = await newTenant();
  expect((await stranger.get(`${PATH}/${id}`)).status).toBe(404);
  expect((await tenant.post(PATH, { days: 400 })).body.error.details).toMatchObject([{ field: "days" }]);
});
