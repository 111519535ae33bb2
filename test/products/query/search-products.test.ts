import { describe, expect, test } from "bun:test";
import type { StatedProduct } from "../../add-products.ts";
import { newTenant } from "../../harness.ts";
import { faults, given } from "../given.ts";

type Tenant = Awaited<ReturnType<typeof newTenant>>;
interface Item {
  id: string;
  title: string;
}
const search = (tenant: Pick<Tenant, "post">, body: object) => tenant.post("/products/search", body);
const titled = (title: string, more: StatedProduct = {}): StatedProduct => ({
  title,
  titleKey: title.toLowerCase(),
  ...more,
});
const titles = async (tenant: Tenant, body: object): Promise<string[]> =>
  (await search(tenant, body)).body.items.map(({ title }: Item) => title);

describe("POST /products/search", () => {
  test("D2-107 without anything said gives the newest, and their number", async () => {
    const { tenant } = await given(titled("a"), titled("b"));
    const { status, body } = await search(tenant, {});
    expect([status, body]).toMatchObject([
      200,
      { items: [{ title: "b" }, { title: "a" }], next_cursor: null, has_more: false, total: 2, facets: null },
    ]);
    expect((await search(tenant, { include_total: false })).body.total).toBe(null);
  });

  test("D0.12 answers a repeated request from what it stored", async () => {
    const { tenant } = await given(titled("a"));
    const key = { "idempotency-key": crypto.randomUUID() };
    const first = await tenant.post("/products/search", {}, key);
    const again = await tenant.post("/products/search", {}, key);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect(again.body.items).toMatchObject([{ title: "a" }]);
  });

  test("finds text, and everything the list's filters find", async () => {
    const { tenant, ids } = await given(
      titled("Chair", { priceCents: 500, stock: 3, brand: "Acme" }),
      titled("Chairs", { priceCents: 5_000 }),
      titled("Table", { priceCents: 700, status: "archived" }),
    );
    expect(await titles(tenant, { query: "CHAIR" })).toEqual(["Chairs", "Chair"]);
    expect(await titles(tenant, { query: "chair", filters: { price_max: 10 } })).toEqual(["Chair"]);
    expect(await titles(tenant, { filters: { in_stock: false, status: ["active", "archived"] } })).toEqual([
      "Table",
      "Chairs",
    ]);
    expect(await titles(tenant, { filters: { ids: [ids[0], ids[2]] } })).toEqual(["Table", "Chair"]);
    expect(await titles(tenant, { filters: { no_brand: false } })).toEqual(["Chair"]);
    expect(await titles(tenant, { filters: { search: "table" } })).toEqual(["Table"]);
  });

  test("D2-107 sorts by several fields, and a cursor goes on at the end of any page", async () => {
    const products = Array.from({ length: 30 }, (_, index) =>
      titled(`p${String(index).padStart(2, "0")}`, {
        priceCents: (index % 3) * 100,
        completenessScore: index % 2 === 0 ? 15 : 30,
      }),
    );
    const { tenant } = await given(...products);
    const sort = [{ field: "price", order: "asc" }, { field: "completeness_score" }];
    const expected = products
      .map((product, index) => ({ ...product, index }))
      .toSorted(
        (one, other) =>
          (one.priceCents ?? 0) - (other.priceCents ?? 0) ||
          (other.completenessScore ?? 0) - (one.completenessScore ?? 0) ||
          other.index - one.index,
      )
      .map(({ title }) => title);

    const found: (string | undefined)[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await search(tenant, { sort, limit: 4, ...(cursor !== null && { cursor }) });
      found.push(...body.items.map(({ title }: Item) => title));
      expect(body.has_more).toBe(body.next_cursor !== null);
      expect(body.total).toBeGreaterThanOrEqual(30);
      cursor = body.next_cursor;
      // Before everything that is still to come, and after it.
      await tenant.post("/products", { name: "new", price: 0 });
    } while (cursor !== null);

    expect(found.filter((title) => title !== "new")).toEqual(expected);
    expect(await titles(tenant, { sort: [{ field: "title", order: "asc" }], limit: 2 })).toEqual(["new", "new"]);
  });

  test("D2-108 a damaged cursor, or one of another search, is refused", async () => {
    const { tenant } = await given(titled("a"), titled("b"), titled("c"));
    const first = (await search(tenant, { limit: 1, filters: { is_active: true } })).body;
    for (const body of [
      { cursor: first.next_cursor },
      { cursor: first.next_cursor, filters: { is_active: false } },
      { cursor: first.next_cursor, filters: { is_active: true }, query: "a" },
      { cursor: first.next_cursor, filters: { is_active: true }, sort: [{ field: "title" }] },
      { cursor: `x${first.next_cursor}`, filters: { is_active: true } },
    ]) {
      const answer = await search(tenant, body);
      expect([answer.status, faults(answer)]).toEqual([422, ["cursor"]]);
    }
    const next = await search(tenant, { cursor: first.next_cursor, filters: { is_active: true }, limit: 2 });
    expect(next.body.items.map(({ title }: Item) => title)).toEqual(["b", "a"]);
  });

  test("S20.5 facets count what is found, each without the filter it sets itself", async () => {
    const { tenant, db } = await given(
      titled("a", {
        brand: "Acme",
        category: "Home",
        status: "active",
        completenessScore: 95,
        sellers: [{ code: "S1" }],
      }),
      titled("b", { brand: "Acme", sellers: [{ code: "S1" }, { code: "S2" }] }),
      titled("c", { brand: "Bolt", status: "draft" }),
      titled("d"),
    );
    const acme = await db.one(
      "select id from brand where tenant_id = :tenant and name = 'Acme'",
      {},
      (row) => row["id"],
    );
    const facets = ["brand", "category", "supplier", "status", "completeness_grade"];
    const named = (values: { name: string; count: number }[]) => values.map(({ name, count }) => [name, count]);

    const { body } = await search(tenant, { filters: { brand_id: acme }, facets });

    expect(body.total).toBe(2);
    expect(body.facets.brand[0]).toEqual({ id: acme, name: "Acme", count: 2 });
    expect(Object.fromEntries(facets.map((name) => [name, named(body.facets[name])]))).toEqual({
      brand: [
        ["Acme", 2],
        ["Bolt", 1],
      ],
      category: [["Home", 1]],
      supplier: [
        ["S1", 2],
        ["S2", 1],
      ],
      status: [["active", 2]],
      completeness_grade: [
        ["A", 1],
        ["D", 1],
      ],
    });
    await tenant.delete(`/products/${(await search(tenant, { query: "c" })).body.items[0].id}`);
    const deleted = await search(tenant, { filters: { include_deleted: true }, facets: ["status"] });
    expect(named(deleted.body.facets.status)).toEqual([
      ["active", 3],
      ["draft", 1],
    ]);
    expect(Object.keys((await search(tenant, { facets: ["status"] })).body.facets)).toEqual(["status"]);
  });

  test("S20.5 counts by tags", async () => {
    const { tenant, id } = await given(titled("a"), titled("b"));
    await tenant.post(`/products/${id}/tags`, { names: ["New"] });
    const { body } = await search(tenant, { facets: ["tag"] });
    expect(body.facets.tag).toMatchObject([{ name: "New", count: 1 }]);
  });

  test.each([
    [{ filters: { colour: "red" } }, ["filters.colour"]],
    [{ filters: { has_price: "yes", price_min: -1 } }, ["filters.has_price", "filters.price_min"]],
    [{ filters: { min_completeness: 60, max_completeness: 50 } }, ["filters.min_completeness"]],
    [{ filters: { search: "a" }, query: "b" }, ["filters.search"]],
    [{ filters: [] }, ["filters"]],
    [{ sort: [{ field: "colour" }] }, ["sort.0.field"]],
    [{ limit: 101 }, ["limit"]],
    [{ limit: 0 }, ["limit"]],
    [{ facets: ["colour"] }, ["facets.0"]],
    [{ query: "x".repeat(201) }, ["query"]],
  ])("refuses %j", async (body, fields) => {
    const answer = await search(await newTenant(), body);
    expect([answer.status, faults(answer)]).toEqual([422, fields]);
  });

  test("shows nothing of another tenant, and refuses who may not read", async () => {
    await given(titled("a"));
    const tenant = await newTenant();
    expect((await search(tenant, { facets: ["brand"] })).body).toMatchObject({
      items: [],
      total: 0,
      facets: { brand: [] },
    });
    expect((await search(await tenant.withScopes("prices:read"), {})).status).toBe(403);
    expect((await search(await tenant.as("viewer"), {})).status).toBe(200);
  });
});
