import { expect, test } from "bun:test";
import { isPositionCostly } from "../../db/price-monitor/position-query.ts";
import { FLAGS } from "../../db/products/lists/filter-conditions.ts";
import { text } from "../../db/rows.ts";
import { runJobs, services } from "../harness.ts";
import { EANS, importFile, lines } from "../imports/import-client.ts";
import { setPart } from "./product-parts.ts";
import { scrapedTenant, seen } from "./scraper.ts";

/** What positions keep of their products, and how lists work it out. */
const KEPT = {
  product_row_id: "product.row_id",
  in_stock: FLAGS.inStock,
  has_asin: FLAGS.hasAsin,
  has_images: FLAGS.hasImages,
  has_scraper_assets: FLAGS.hasScraperAssets,
  not_enriched: FLAGS.notEnriched,
  without_description: FLAGS.withoutDescription,
  lifecycle_status: "product.lifecycle_status",
  workflow_status: "product.workflow_status",
  created_at_ms: "product.created_at_ms",
  supplier_count: "(select supplier_count from product_state where row_id = product.row_id)",
};
const FILTERS = [
  ...["in_stock", "has_asin", "has_images", "has_scraper_assets", "not_enriched", "without_description"],
  ...["has_multiple_suppliers", "no_supplier"],
].flatMap((flag) => [`${flag}=true`, `${flag}=false`]);

/** Three products that a competitor sells, and one that none does. */
async function given() {
  const tenant = await scrapedTenant();
  const ids: string[] = [];
  for (const [at, barcode] of [...EANS, "4006381333948"].entries()) {
    ids.push((await tenant.post("/products", { name: `Pen ${at}`, barcode, price: 20 })).body.id);
  }
  await tenant.observe(...EANS.map((ean) => seen(ean, 18)));
  const suppliers: string[] = [];
  for (const name of ["Acme", "Best"]) suppliers.push((await tenant.post("/suppliers", { name, code: name })).body.id);
  /** The products of which a position says otherwise than the product. */
  const wrong = () => {
    const differ = Object.entries(KEPT).map(([column, value]) => `place.${column} is not ${value}`);
    return tenant.db.all(
      `select place.product_id from price_position place
        cross join product on product.tenant_id = :tenant and product.id = place.product_id
        where place.tenant_id = :tenant and (${differ.join(" or ")})`,
      {},
      (row) => text(row, "product_id"),
    );
  };
  return { tenant, ids, suppliers, wrong };
}
type Given = Awaited<ReturnType<typeof given>>;

/** Changes of one product, each in both directions. */
function changesOf({ tenant, suppliers }: Given, id: string): Record<string, () => Promise<unknown>> {
  const patch = (body: object) => () => tenant.patch(`/products/${id}`, body);
  const stock = (quantity: number) => () => tenant.put(`/products/${id}/stock`, { quantity });
  const variants = `/products/${id}/variants`;
  const variant = (body: object) => async () => {
    const [first] = (await tenant.get(variants)).body.variants ?? [];
    return first ? tenant.patch(`${variants}/${first.id}`, body) : tenant.post(variants, { sku: `V-${id}`, ...body });
  };
  const part = (name: "picture" | "enrichment", isThere: boolean) => () =>
    services.write(setPart, tenant.id, { productId: id, part: name, isThere });
  return {
    "an ASIN": patch({ asin: "B00TEST123" }),
    "no ASIN": patch({ asin: null }),
    "an image": patch({ image_url: "https://web.example/2.jpg" }),
    "no image": patch({ image_url: null }),
    "a description": patch({ description: "Writes." }),
    "no description": patch({ description: null }),
    "another lifecycle": patch({ lifecycle_status: "phase_out" }),
    "its lifecycle": patch({ lifecycle_status: "active" }),
    "submitted for review": () => tenant.post(`/products/${id}/workflow/submit`, {}),
    "a stock": stock(3),
    "no stock": stock(0),
    "a supplier's stock": () => tenant.put(`/products/${id}/stock`, { quantity: 2, supplier_id: suppliers[0] }),
    "another supplier": () => tenant.post(`/products/${id}/suppliers`, { supplier_id: suppliers[1] }),
    "one supplier less": () => tenant.delete(`/products/${id}/suppliers/${suppliers[1]}`),
    "a variant in stock": variant({ stock: 5, is_active: true }),
    "a variant without stock": variant({ stock: 0 }),
    "a variant that is not sold": variant({ stock: 5, is_active: false }),
    "no variant": async () => {
      for (const { id: each } of (await tenant.get(variants)).body.variants ?? [])
        await tenant.delete(`${variants}/${each}`);
    },
    "a picture of the web": part("picture", true),
    "no picture of the web": part("picture", false),
    enriched: part("enrichment", true),
    "not enriched": part("enrichment", false),
    deleted: () => tenant.delete(`/products/${id}`),
    restored: () => tenant.post(`/products/${id}/restore`),
    "another price": patch({ price: 21 }),
    imported: () =>
      importFile(tenant, lines("ean,name,description,stock", `${EANS[0]},Pen,By file.,4`, `${EANS[1]},Ink,,0`), {
        mapping: { ean: "ean", name: "name", description: "description", stock: "stock" },
      }),
  };
}

const isRefused = (answer: unknown) =>
  typeof answer === "object" && answer !== null && "status" in answer && Number(answer.status) >= 400;

test("positions keep what lists filter products by, regardless of what changes it", async () => {
  const all = await given();
  const { tenant, ids, wrong } = all;
  const changes = ids.flatMap((id) => Object.entries(changesOf(all, id)));
  const taken = new Set<string>();
  // Each in some order after each other, twice over.
  for (let round = 0; round < 2; round++) {
    for (const [name, change] of changes.toSorted(() => Math.random() - 0.5)) {
      const answer = await change();
      if (!isRefused(answer)) taken.add(name);
      expect([name, await wrong()]).toEqual([name, []]);
    }
    const restored = await Promise.all(ids.map((id) => tenant.post(`/products/${id}/restore`)));
    if (!restored.every(isRefused)) taken.add("restored");
    await runJobs();
    const changed = encodeURIComponent((await tenant.get(`/products/${ids[round + 1]}`)).body.updated_at);
    const others = ["search=pe", "search=zz", `updated_before=${changed}`, `updated_after=${changed}`];
    const both = [`search=pe&updated_before=${changed}`, "search=pe&in_stock=true"];
    for (const filter of [...FILTERS, ...others, ...both]) {
      const found = (await tenant.get(`/prices/positions?${filter}`)).body.items;
      const listed: string[] = (await tenant.get(`/products?${filter}`)).body.items.map(({ id }: { id: string }) => id);
      expect([filter, found.map((item: { product_id: string }) => item.product_id).toSorted()]).toEqual([
        filter,
        listed.filter((id) => ids.indexOf(id) < EANS.length).toSorted(),
      ]);
    }
  }
  expect(changes.filter(([name]) => !taken.has(name))).toEqual([]);
});

const ANY = { position: null, competitorId: null, minGap: null, maxGap: null, isBelowMap: null, tax: null };

test.each(Object.keys(FLAGS))("positions that %s need no look at their products", (flag) => {
  expect(isPositionCostly({ ...ANY, filter: { [flag]: true } })).toBe(false);
});

test("positions of a time of a change, or of a search, are gone through once", () => {
  for (const filter of [{ updatedBeforeUs: 1 }, { updatedAfterUs: 1 }, { search: "pe" }]) {
    expect(isPositionCostly({ ...ANY, filter })).toBe(true);
  }
});
