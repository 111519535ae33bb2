import { expect, test } from "bun:test";
import type { Reader } from "../../db/ports.ts";
import { listProducts, type ProductListQuery } from "../../db/products/lists/list.ts";
import type { ListedProduct } from "../../db/products/lists/listed-product.ts";
import { text } from "../../db/rows.ts";
import { openPlanner } from "../db/planner.ts";
import { given } from "./given.ts";

const ORDERS = ["asc", "desc"] as const;

const titles = (products: readonly ListedProduct[]): string[] => products.map(({ shown }) => JSON.parse(shown).title);

/** The titles of all pages of a list, by cursor and by number. */
async function pagesOf(db: Reader, query: Pick<ProductListQuery, "filter" | "terms" | "isShort">) {
  const byCursor: string[][] = [];
  const byNumber: string[][] = [];
  let after: ProductListQuery["after"] = null;
  for (let offset = 0; ; offset += 2) {
    const products = await listProducts(db, { ...query, after, offset: 0, limit: 2 });
    const numbered = await listProducts(db, { ...query, after: null, offset, limit: 2 });
    const last = products.at(-1);
    if (!last) return { byCursor, byNumber };
    after = { values: last.sortValues, rowId: last.rowId };
    byCursor.push(titles(products));
    byNumber.push(titles(numbered));
  }
}

const catalog = () =>
  given(
    { title: "0", category: "A", priceCents: 300 },
    { title: "1", category: "A > B", priceCents: 100 },
    { title: "2", category: "C", priceCents: 200 },
    { title: "3", category: "A > B > D", priceCents: 200 },
    { title: "4", category: "A", priceCents: 150 },
    { title: "5", category: "A > E" },
  );
const inPages = (titles: string[]) => [titles.slice(0, 2), titles.slice(2, 4)].filter(({ length }) => length > 0);

test.each(ORDERS)("within bounds a list is the same for any plan, %s", async (order) => {
  const { db } = await catalog();
  await given({ title: "elsewhere", priceCents: 200 });
  const filter = { priceMinCents: 100, priceMaxCents: 200 };
  const expected = order === "asc" ? ["1", "2", "3", "4"] : ["4", "3", "2", "1"];
  for (const isShort of [true, false]) {
    const pages = await pagesOf(db, { filter, terms: [{ sort: "created_at", order }], isShort });
    expect(pages).toEqual({ byCursor: inPages(expected), byNumber: inPages(expected) });
  }
});

test.each(ORDERS)("the products of categories and of those below come in their order, %s", async (order) => {
  const { tenant, db, ids } = await catalog();
  await given({ title: "elsewhere", category: "A" });
  const category = (path: string) =>
    db.one("select id from category where tenant_id = :tenant and path = :path", { path }, (row) => text(row, "id"));
  const categoryIds = [await category("A > B"), await category("C")];
  const terms = [{ sort: "created_at", order } as const];
  const inOrder = (titles: string[]) => inPages(order === "asc" ? titles : titles.toReversed());

  const both = await pagesOf(db, { filter: { categoryIds }, terms });
  expect(both).toEqual({ byCursor: inOrder(["1", "2", "3"]), byNumber: inOrder(["1", "2", "3"]) });
  await tenant.delete(`/products/${ids[3]}`);
  const whole = await pagesOf(db, {
    filter: { categoryIds: [await category("A"), ...categoryIds.slice(0, 1)] },
    terms,
  });
  expect(whole.byCursor).toEqual(inOrder(["0", "1", "4", "5"]));
});

test("neither sorts more than it must", async () => {
  const read = async (query: Pick<ProductListQuery, "filter" | "isShort">) => {
    const { reader, steps } = openPlanner({ packed: "[]", shown: null });
    await listProducts(reader, {
      ...query,
      terms: [{ sort: "created_at", order: "desc" }],
      after: null,
      offset: 0,
      limit: 2,
    });
    return steps.filter((step) => step.startsWith("SEARCH product USING")).map((step) => step.replace(/ \(.*/, ""));
  };
  const page = "SEARCH product USING INTEGER PRIMARY KEY";
  const filter = { priceMinCents: 1, priceMaxCents: 2 };
  expect(await read({ filter, isShort: true })).toEqual(["SEARCH product USING INDEX product_by_price", page]);
  expect(await read({ filter, isShort: false })).toEqual(["SEARCH product USING INDEX product_newest", page]);
  expect(await read({ filter: { categoryIds: ["a"] } })).toEqual([
    page,
    "SEARCH product USING COVERING INDEX product_by_category",
    page,
  ]);
});
