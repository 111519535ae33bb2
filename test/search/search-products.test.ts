import { describe, expect, test } from "bun:test";
import { EVERY_TENANT } from "../../db/ports.ts";
import { number } from "../../db/rows.ts";
import { listUnindexed } from "../../search/libsql/index-state.ts";
import { nameKey } from "../../src/text/name-key.ts";
import { catchUp } from "../../workers/search/follow.ts";
import { addProducts } from "../add-products.ts";
import { newTenant, services } from "../harness.ts";
import { given } from "../products/given.ts";

type Tenant = Awaited<ReturnType<typeof newTenant>>;

const found = async (tenant: Tenant, search: string, more = "") =>
  (await tenant.get(`/products?search=${encodeURIComponent(search)}${more}`)).body.items
    .map(({ title }: { title: string }) => title)
    .toSorted();

/** Indexes until no tenant is behind. */
async function index() {
  while ((await catchUp(services, new AbortController().signal)) === 0);
}

const named = (title: string, reference: string | null = null) => ({
  title,
  titleKey: nameKey(title),
  reference,
  referenceKey: reference === null ? null : nameKey(reference),
});

const CATALOG = [
  named("Chaise en chêne", "RÉF-100%"),
  named("Œuf dur", "A_B"),
  named('Vis 3" x 5', "AxB"),
  { ...named("Table"), ean: "3012345678904", gtin14: "03012345678904", eanStatus: "valid" as const },
];

describe.each(["indexed", "not indexed yet"])("GET /products?search, %s", (state) => {
  test.each([
    ["chaise", ["Chaise en chêne"]],
    ["HAISE EN CHENE", ["Chaise en chêne"]],
    ["oeuf", ["Œuf dur"]],
    ["ŒU", ["Œuf dur"]],
    ["ref-100%", ["Chaise en chêne"]],
    ["100%", ["Chaise en chêne"]],
    ["%", ["Chaise en chêne"]],
    ["a_b", ["Œuf dur"]],
    ["axb", ['Vis 3" x 5']],
    ['3" x', ['Vis 3" x 5']],
    ["12345678", ["Table"]],
    ["  chaise   en ", ["Chaise en chêne"]],
    ["zzz", []],
    ["foo OR", []],
    ["*", []],
  ])("D2-029 finds part of a name, EAN or reference: %j", async (search, expected) => {
    const { tenant } = await given(...CATALOG);
    if (state === "indexed") await index();
    expect(await found(tenant, search)).toEqual(expected);
  });

  test("D2-029 an empty search restricts nothing", async () => {
    const { tenant } = await given(...CATALOG);
    if (state === "indexed") await index();
    expect((await found(tenant, " ")).length).toBe(4);
  });
});

describe("GET /products?search", () => {
  test("D2-028 D2-029 has all products of an import that the index has not seen, and the same when it has", async () => {
    const tenant = await newTenant();
    const count = 10_500;
    await services.write(
      addProducts,
      tenant.id,
      Array.from({ length: count }, (_, at) => named(`Chaise ${at}`)),
    );
    const totals = async () => [
      (await tenant.get("/products?search=chaise&per_page=1")).body.meta.total,
      (await tenant.get(`/products?search=chaise&per_page=100&page=${count / 100}`)).body.items.length,
      (await tenant.get("/products?search=chaise+104&per_page=1")).body.meta.total,
      (await tenant.post("/products/search", { query: "chaise", filters: { is_active: true } })).body.total,
    ];
    const expected = [count, 100, 111, count];
    expect(await totals()).toEqual(expected);
    await index();
    expect(await totals()).toEqual(expected);
  });

  test("finds what a product says now, not what it said when it was indexed", async () => {
    const { tenant, ids } = await given(named("Chaise"), named("Table"));
    await index();
    await tenant.put(`/products/${ids[0]}`, { name: "Fauteuil" });
    expect([await found(tenant, "chaise"), await found(tenant, "fauteuil")]).toEqual([[], ["Fauteuil"]]);
    await index();
    expect([await found(tenant, "chaise"), await found(tenant, "fauteuil")]).toEqual([[], ["Fauteuil"]]);
    await tenant.delete(`/products/${ids[0]}`);
    expect(await found(tenant, "fauteuil")).toEqual([]);
    expect(await found(tenant, "fauteuil", "&include_deleted=true")).toEqual(["Fauteuil"]);
    await tenant.delete(`/products/${ids[0]}?permanent=true`);
    expect(await found(tenant, "fauteuil", "&include_deleted=true")).toEqual([]);
  });

  test("goes with the other filters, any order and the total", async () => {
    const { tenant } = await given(named("Chaise A"), { ...named("Chaise B"), stock: 1 }, named("Chaise C"));
    await index();
    expect(await found(tenant, "chaise", "&in_stock=true&sort_by=title")).toEqual(["Chaise B"]);
    const { body } = await tenant.get("/products?search=chaise&per_page=2&sort_by=title&sort_order=asc");
    expect(body.items.map(({ title }: { title: string }) => title)).toEqual(["Chaise A", "Chaise B"]);
    expect(body.meta.total).toBe(3);
  });

  test("finds nothing of another tenant, although all share the index", async () => {
    await given(named("Chaise"));
    const { tenant } = await given(named("Table"));
    await index();
    expect(await found(tenant, "chaise")).toEqual([]);
    expect(await found(tenant, "table")).toEqual(["Table"]);
  });
});

describe("followSearch", () => {
  test("leaves the terms of a product alone that changes in something else", async () => {
    const { tenant, id } = await given(named("Chaise"));
    await index();
    const rowId = await tenant.db.one("select row_id from product where tenant_id = :tenant", {}, (row) =>
      number(row, "row_id"),
    );
    // What is taken away here shows whether it is written again.
    const removed = await services.writeIndex(
      (tx, args: { rowId: number }) => tx.run("delete from product_gram where rowid = -:rowId", args),
      tenant.id,
      { rowId },
    );
    expect(removed).toBe(1);
    await tenant.put(`/products/${id}`, { price: 2 });
    await index();
    expect(await found(tenant, "chaise")).toEqual([]);
    await tenant.put(`/products/${id}`, { name: "Chaise longue" });
    await index();
    expect(await found(tenant, "chaise")).toEqual(["Chaise longue"]);
  });

  test("leaves no tenant behind, whose products were erased either", async () => {
    const { tenant, ids } = await given(...Array.from({ length: 650 }, () => ({})));
    await tenant.delete(`/products/${ids[649]}?permanent=true`);
    const behind = () => listUnindexed(services.reader(EVERY_TENANT), 1_000);
    expect(await behind()).toContain(tenant.id);
    await index();
    expect(await behind()).not.toContain(tenant.id);
  });
});
