import { expect, test } from "bun:test";
import { clock } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { scrapedTenant, seen } from "./scraper.ts";

type Item = Record<string, string | number | null>;
type By = Record<string, (item: Item) => string | number | null | undefined>;

/** Each list, what it is sorted by, and what of an item that is. */
const LISTS: Record<string, By> = {
  "/prices/monitored": {
    created_at: (item) => item["product_id"],
    title: (item) => item["title"],
    price: (item) => item["current_price"],
    tier: (item) => item["tier"],
    lowest_price: (item) => item["lowest_competitor_price"] ?? -1,
    competitors: (item) => item["competitors_count"],
    last_check_at: (item) => item["last_check_at"] ?? "",
  },
  "/prices/map/violations": {
    gap: (item) => item["gap"],
    title: (item) => item["title"],
    competitor_name: (item) => item["competitor_name"],
    competitor_price: (item) => item["competitor_price"],
    map_price: (item) => item["map_price"],
    observed_at: (item) => item["observed_at"],
    first_seen_at: (item) => item["first_seen_at"],
  },
  "/prices/map/cases": {
    last_seen_at: (item) => item["last_seen_at"],
    first_seen_at: (item) => item["first_seen_at"],
    notified_at: (item) => item["notified_at"] ?? "",
    resolved_at: (item) => item["resolved_at"] ?? "",
    reopened_count: (item) => item["reopened_count"],
    competitor_price: (item) => item["competitor_price"],
    map_price: (item) => item["map_price"],
    gap: (item) => Math.round((Number(item["map_price"]) - Number(item["competitor_price"])) * 100),
    competitor_name: (item) => item["competitor_name"],
    title: (item) => item["title"],
  },
  "/prices/validation": {
    created_at: (item) => item["created_at"],
    internal_sku: (item) => item["internal_sku"],
    competitor_name: (item) => item["competitor_name"],
    price: (item) => item["price_ttc"],
    reason: (item) => item["reason"],
  },
};
const TITLES = ["kiwi", "apple", "fig", "date", "lemon", "grape", "banana", "cherry"];

/** Eight watched products, below their minimum at two shops, some with a doubtful price. */
async function given(watched = TITLES.length) {
  const tenant = await scrapedTenant();
  const added: { id: string; ean: string }[] = [];
  for (const [at, title] of TITLES.entries()) {
    const ean = newEan();
    const product = { name: title, barcode: ean, price: 30 - ((at * 3) % 7) };
    const { id } = (await tenant.post("/products", product)).body;
    await tenant.patch(`/prices/map/${id}`, { map_price: 25 - ((at * 5) % 4) });
    added.push({ id, ean });
  }
  const ids = added.map(({ id }) => id);
  await tenant.post("/prices/monitored/bulk", { product_ids: ids.slice(0, watched), tier: "tier1_high" });
  if (watched > 3) await tenant.post("/prices/monitored/bulk", { product_ids: ids.slice(0, 3), tier: "tier2_medium" });
  const observe = async (at: number, shop: string, price: number) => {
    clock.nowMs += 60_000;
    await tenant.observe(seen(added[at]?.ean ?? "", price, { competitor_name: shop }));
  };
  for (const at of [4, 1, 6, 2, 0, 5]) {
    await observe(at, "Alpha", 20 - ((at * 2) % 5));
    if (at % 2 === 0) await observe(at, "Beta", 19 - ((at * 3) % 4));
  }
  for (const at of [1, 4, 5]) await observe(at, "Alpha", 90 + ((at * 7) % 3));
  await observe(6, "Alpha", 28);
  return { tenant, observe };
}
type Given = Awaited<ReturnType<typeof given>>;

/** All of a list, page by page with its cursors; between two pages `meanwhile` may change rows. */
async function pagesOf({ tenant }: Given, path: string, meanwhile?: (page: number) => Promise<unknown>) {
  const items: Item[] = [];
  let cursor = "";
  for (let page = 1; ; page++) {
    const { status, body } = await tenant.get(`${path}&page_size=2${cursor}`);
    expect([path, status]).toEqual([path, 200]);
    items.push(...body.items);
    if (body.next_cursor === null) return { items, total: body.total };
    cursor = `&cursor=${body.next_cursor}`;
    await meanwhile?.(page);
  }
}

test.each(Object.keys(LISTS))("%s is sorted as lists of products are, by page and by cursor", async (path) => {
  const made = await given();
  for (const [sort, placeOf] of Object.entries(LISTS[path] ?? {})) {
    for (const order of ["asc", "desc"]) {
      const { items, total } = await pagesOf(made, `${path}?sort_by=${sort}&sort_order=${order}`);
      const values = items.map((item) => placeOf(item));
      const sorted = values.toSorted((one, other) => ((one ?? "") < (other ?? "") ? -1 : 1));
      expect([sort, order, values]).toEqual([sort, order, order === "asc" ? sorted : sorted.toReversed()]);
      expect(new Set(items.map((item) => JSON.stringify(item))).size).toBe(total);
      const second = (await made.tenant.get(`${path}?sort_by=${sort}&sort_order=${order}&page_size=2&page=2`)).body;
      expect(second.items).toEqual(items.slice(2, 4));
    }
  }
  const { body } = await made.tenant.get(`${path}?sort_by=title&page_size=1`);
  const other = await made.tenant.get(`${path}?page_size=1&cursor=${body.next_cursor}`);
  expect([path, other.status]).toEqual([path, 400]);
  expect((await made.tenant.get(`${path}?sort_by=colour`)).body.error.details).toMatchObject([{ field: "sort_by" }]);
});

test("a few watched products are sorted themselves, many are found in the order of all", async () => {
  const few = await given(1);
  expect((await pagesOf(few, "/prices/monitored?sort_by=title")).items.map(({ title }) => title)).toEqual(["kiwi"]);
});

test("pages by cursor leave nothing out and repeat nothing while other rows change", async () => {
  const made = await given();
  const path = "/prices/map/violations?sort_by=competitor_price&sort_order=asc";
  const before = (await pagesOf(made, path)).items;
  const key = ({ product_id, competitor_name }: Item) => `${product_id} ${competitor_name}`;
  const [first] = before;
  const { items } = await pagesOf(made, path, async (page) => {
    // What was read already is more expensive now, and a new one is cheaper than all.
    if (page === 1) await made.observe(TITLES.indexOf(String(first?.["title"])), "Alpha", 19.9);
    if (page === 2) await made.observe(7, "Beta", 10.5);
  });
  const later = items.slice(2).map(key);
  const unmoved = before.slice(2).map(key);
  expect(later.filter((each) => unmoved.includes(each))).toEqual(unmoved);
  expect(new Set(unmoved).size).toBe(unmoved.length);
});
