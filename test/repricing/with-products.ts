import { runJobs } from "../harness.ts";
import { scrapedTenant, seen } from "../price-monitor/scraper.ts";
import { newEan } from "../products/given.ts";

const FOLLOW = { name: "Follow", action: { type: "undercut_amount", value: 0.1 }, bounds: { rounding: "none" } };

/** A tenant with products that cost 20 and are sold for 18 by Big Shop. */
export async function withProducts(count: number, rule: object = FOLLOW) {
  const tenant = await scrapedTenant();
  const ids: string[] = [];
  const eans: string[] = [];
  for (let place = 0; place < count; place++) {
    const ean = newEan();
    ids.push(
      (await tenant.post("/products", { name: `Pen ${place}`, barcode: ean, price: 20, cost_price: 8 })).body.id,
    );
    eans.push(ean);
  }
  await tenant.observe(...eans.map((ean) => seen(ean, 18)));
  const created = await tenant.post("/prices/repricing/rules", rule);
  /** A run and what came of it. */
  const run = async (body: object = {}) => {
    const started = await tenant.post("/prices/repricing/run", body);
    await runJobs();
    return (await tenant.get(`/prices/repricing/runs/${started.body.id}`)).body;
  };
  const priceOf = async (id = "") => (await tenant.get(`/products/${id}`)).body.price;
  return { tenant, ids, created, rule: created.body, run, priceOf };
}
