import { describe, expect, test } from "bun:test";
import { PRODUCT_SORTS } from "../../db/products/lists/list.ts";
import { given } from "./given.ts";

interface Item {
  id: string;
  title: string;
  price: number | null;
  completeness_score: number;
  created_at: string;
  updated_at: string;
}
const key = (sort: string, item: Item) =>
  ({
    created_at: item.created_at,
    updated_at: item.updated_at,
    title: item.title.toLowerCase(),
    price: item.price ?? -1,
    completeness_score: item.completeness_score,
  })[sort] ?? "";

const products = Array.from({ length: 23 }, (_, index) => ({
  title: ["Beta", "alpha", "Gamma"][index % 3] ?? "",
  titleKey: ["beta", "alpha", "gamma"][index % 3] ?? "",
  priceCents: index % 4 === 0 ? null : (index % 5) * 100,
  completenessScore: (index % 3) * 10,
}));

type Tenant = Awaited<ReturnType<typeof given>>["tenant"];

/** All items of a list, page by page by cursor. */
async function walk(tenant: Tenant, path: string, perPage: number): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body } = await tenant.get(`${path}&per_page=${perPage}${cursor && `&cursor=${cursor}`}`);
    items.push(...body.items);
    cursor = body.meta.next_cursor;
  }
  return items;
}

/** Orders as the database does: by code, in lower case. */
function sorted(keys: (string | number)[], order: string): (string | number)[] {
  const upward = keys.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  return order === "asc" ? upward : upward.toReversed();
}

const ORDERS = PRODUCT_SORTS.flatMap((sort) => [
  [sort, "asc"],
  [sort, "desc"],
]);

describe("GET /products?sort_by", () => {
  test.each(ORDERS)("%s %s is in order, and by cursor the same as by page", async (sort = "", order = "") => {
    const { tenant, ids } = await given(...products);
    for (const id of ids.filter((_, index) => index % 7 === 3)) await tenant.delete(`/products/${id}`);
    const counts: number[] = [];
    for (const deleted of ["", "&include_deleted=true"]) {
      const path = `/products?sort_by=${sort}&sort_order=${order}${deleted}`;
      const whole: Item[] = (await tenant.get(`${path}&per_page=100`)).body.items;
      const keys = whole.map((item) => key(sort, item));
      expect(keys).toEqual(sorted(keys, order));
      expect(await walk(tenant, path, 4)).toEqual(whole);
      counts.push(whole.length);
    }
    expect(counts).toEqual([20, 23]);
  });
});

test("S20.5 a cursor belongs to one list: other filters or another order refuse it", async () => {
  const { tenant } = await given({}, {}, {});
  const { next_cursor } = (await tenant.get("/products?per_page=1")).body.meta;
  expect((await tenant.get(`/products?per_page=1&cursor=${next_cursor}`)).status).toBe(200);
  expect((await tenant.get(`/products?per_page=1&sort_by=title&cursor=${next_cursor}`)).status).toBe(400);
  expect((await tenant.get(`/products?per_page=1&in_stock=true&cursor=${next_cursor}`)).status).toBe(400);
  expect((await tenant.get(`/products?per_page=1&cursor=${next_cursor.slice(1)}`)).status).toBe(400);
});

test("D2-028 a reader by cursor meets each product once, with any additions meanwhile", async () => {
  const { tenant, ids } = await given(...products);
  const met: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { body } = await tenant.get(`/products?per_page=3${cursor && `&cursor=${cursor}`}`);
    met.push(...body.items.map(({ id }: Item) => id));
    cursor = body.meta.next_cursor;
    await Promise.all([1, 2].map((each) => tenant.post("/products", { name: `New ${each}` })));
  }
  expect(met.toSorted()).toEqual(ids.toSorted());
});

test("a page far down is read by a worker thread, and says the same", async () => {
  const { tenant } = await given({}, {});
  const { status, body } = await tenant.get("/products?page=1002&per_page=20");
  expect([status, body.items, body.meta.total, body.meta.has_next]).toEqual([200, [], 2, false]);
});
