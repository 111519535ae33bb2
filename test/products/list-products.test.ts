import { describe, expect, test } from "bun:test";
import type { StatedProduct } from "../add-products.ts";
import { newTenant } from "../harness.ts";
import { faults, given, references } from "./given.ts";

type Tenant = Awaited<ReturnType<typeof newTenant>>;
interface Item {
  id: string;
  title: string;
}

const titles = async (tenant: Tenant, query: string) =>
  (await tenant.get(`/products?${query}`)).body.items.map(({ title }: Item) => title).toSorted();
const titled = (title: string, fields: StatedProduct = {}): StatedProduct => ({ title, ...fields });

describe("GET /products", () => {
  test("D2-031 D2-041 shows each product with the names of what it refers to", async () => {
    const { tenant, id, db } = await given({
      brand: "Acme",
      category: "Home > Chairs",
      supplierCode: "SUP",
      priceCents: 1990,
      completenessScore: 72,
      extra: { shopping_category: "S", marketplace_category: "M", color: "red" },
    });
    const { body } = await tenant.get("/products");
    expect(body.meta).toEqual({
      total: 1,
      page: 1,
      per_page: 20,
      total_pages: 1,
      has_next: false,
      has_previous: false,
      next_cursor: null,
    });
    expect(body.items).toEqual([
      {
        id,
        ean: null,
        reference: null,
        title: "Product 0",
        short_description: null,
        description: null,
        ...(await references(db)),
        brand_name: "Acme",
        category_name: "Chairs",
        supplier_name: "SUP",
        price: 19.9,
        cost_price: null,
        tax_rate: null,
        weight: null,
        width: null,
        height: null,
        depth: null,
        asin: null,
        country_of_origin: null,
        shopping_category: "S",
        marketplace_category: "M",
        status: "active",
        is_active: true,
        lifecycle_status: "active",
        workflow_status: "draft",
        stock: 0,
        primary_image_url: null,
        completeness_score: 72,
        completeness_grade: "B",
        created_at: expect.stringMatching(/\.\d{3}Z$/),
        updated_at: expect.stringMatching(/\.\d{6}Z$/),
        deleted_at: null,
      },
    ]);
  });

  test.each(["per_page=101", "per_page=0", "page=0", "page=x", "cursor=x", "sort_by=color", "sort_order=up"])(
    "D2-027 refuses %s",
    async (query) => {
      const { tenant } = await given();
      const answer = await tenant.get(`/products?${query}`);
      expect([answer.status, faults(answer)]).toEqual([400, [query.split("=")[0] ?? ""]]);
    },
  );

  test("D2-028 pages are disjoint and together complete, newest first", async () => {
    const { tenant, ids } = await given(...Array.from({ length: 45 }, () => ({})));
    const pages = await Promise.all([1, 2, 3].map((page) => tenant.get(`/products?page=${page}`)));
    expect(pages.map(({ body }) => body.items.length)).toEqual([20, 20, 5]);
    expect(pages.flatMap(({ body }) => body.items.map(({ id }: Item) => id))).toEqual(ids.toReversed());
    expect(pages[1]?.body.meta).toMatchObject({ total: 45, total_pages: 3, has_next: true, has_previous: true });
    expect(pages[2]?.body.meta).toMatchObject({ has_next: false, next_cursor: null });
  });

  const catalog: StatedProduct[] = [
    titled("a", { stock: 1, asin: "A1", priceCents: 100, imageUrl: "https://x/y.jpg", description: "d" }),
    titled("b", { status: "inactive", lifecycleStatus: "phase_out", completenessScore: 50, brand: "Acme" }),
    titled("c", { workflowStatus: "published", completenessScore: 90, category: "Home > Chairs > Oak" }),
    titled("d", { priceCents: 0, completenessScore: 65, sellers: [{ code: "S1", stock: 2 }, { code: "S2" }] }),
  ];

  test.each([
    ["D2-030", "is_active=true", "acd"],
    ["D2-030", "is_active=false", "b"],
    ["D2-032", "in_stock=true", "ad"],
    ["D2-032", "in_stock=0", "bc"],
    ["D2-033", "has_asin=true", "a"],
    ["D2-033", "has_asin=false", "bcd"],
    ["D2-033", "has_price=true", "a"],
    ["D2-033", "has_price=false", "bcd"],
    ["D2-033", "has_images=true", "a"],
    ["D2-033", "has_images=false", "bcd"],
    ["D2-034", "has_multiple_suppliers=true", "d"],
    ["D2-034", "has_multiple_suppliers=false", "abc"],
    ["D2-035", "no_supplier=true", "abc"],
    ["D2-035", "no_supplier=false", "d"],
    ["D2-035", "no_brand=true", "acd"],
    ["D2-035", "no_brand=false", "b"],
    ["D2-035", "without_category=true", "abd"],
    ["D2-035", "without_category=false", "c"],
    ["D2-035", "without_description=true", "bcd"],
    ["D2-035", "without_description=false", "a"],
    ["D2-036", "not_enriched=true", "abcd"],
    ["D2-036", "not_enriched=false", ""],
    ["D2-036", "has_scraper_assets=true", ""],
    ["D2-036", "has_scraper_assets=false", "abcd"],
    ["D2-037", "min_completeness=50&max_completeness=70", "bd"],
    ["D2-037", "min_completeness=90", "c"],
    ["D2-038", "completeness_grade=A", "c"],
    ["D2-038", "completeness_grade=b,c", "bd"],
    ["D2-038", "completeness_grade=X", ""],
    ["D2-040", "is_active=true&has_price=false&min_completeness=80", "c"],
    ["S20.5", "price_min=0", "ad"],
    ["S20.5", "price_min=0.01", "a"],
    ["S20.5", "price_max=1", "ad"],
    ["S20.5", "price_min=0&price_max=0.99", "d"],
    ["S20.5", "price_max=1&min_completeness=60", "d"],
    ["S20.3", "status=inactive", "b"],
    ["S20.3", "status=inactive&status=active", "abcd"],
    ["S20.3", "lifecycle_status=phase_out", "b"],
    ["S20.3", "workflow_status=published", "c"],
    ["S20.3", `tag_id=${crypto.randomUUID()}`, ""],
    ["D2-031", `supplier_ids=${crypto.randomUUID()}`, ""],
    ["S1.5", "unknown=1", "abcd"],
  ])("%s %s", async (_, query, expected) => {
    const { tenant } = await given(...catalog);
    expect((await titles(tenant, query)).join("")).toBe(expected);
    expect((await tenant.get(`/products?${query}`)).body.meta.total).toBe(expected.length);
  });

  test.each([
    "is_active=maybe",
    "min_completeness=101",
    "max_completeness=-1",
    "min_completeness=60&max_completeness=50",
    "supplier_ids=none",
    "brand_id=none",
    "status=gone",
    "ean=abc",
  ])("D2-037 D2-040 refuses %s", async (query) => {
    const { tenant } = await given();
    const answer = await tenant.get(`/products?${query}`);
    expect([answer.status, faults(answer)[0]?.split(".")[0]]).toEqual([400, query.split("=")[0] ?? ""]);
  });

  test("D2-031 of several suppliers any will do, main or not", async () => {
    const { tenant, db } = await given(
      titled("a", { sellers: [{ code: "S1" }] }),
      titled("b", { sellers: [{ code: "S2" }] }),
      titled("c"),
    );
    const ids = await db.all("select id from supplier where tenant_id = :tenant order by code", {}, ({ id }) => id);
    expect(await titles(tenant, `supplier_ids=${ids[0]}`)).toEqual(["a"]);
    expect(await titles(tenant, `supplier_ids=${ids[0]}&supplier_ids=${ids[1]}`)).toEqual(["a", "b"]);
    expect(await titles(tenant, `supplier_ids=${ids.join(",")}`)).toEqual(["a", "b"]);
  });

  test("S20.3 finds by brand, and by category with all below it", async () => {
    const { tenant, db } = await given(
      titled("a", { brand: "Acme", category: "Home", supplierCode: "SUP" }),
      titled("b", { category: "Home > Chairs > Oak" }),
      titled("c", { category: "Garden" }),
    );
    const { brand_id } = await references(db);
    const category = (path: string) =>
      db.one("select id from category where tenant_id = :tenant and path = :path", { path }, ({ id }) => id);
    expect(await titles(tenant, `brand_id=${brand_id}`)).toEqual(["a"]);
    expect(await titles(tenant, `category_id=${await category("Home")}`)).toEqual(["a", "b"]);
    expect(await titles(tenant, `category_id=${await category("Home > Chairs")}`)).toEqual(["b"]);
    expect(await titles(tenant, `category_id=${await category("Home")},${await category("Garden")}`)).toEqual([
      "a",
      "b",
      "c",
    ]);
  });

  test("D2-014 finds an EAN in any length", async () => {
    const tenant = await newTenant();
    await tenant.post("/products", { name: "a", barcode: "012345678905" });
    expect(await titles(tenant, "ean=0012345678905")).toEqual(["a"]);
    expect(await titles(tenant, "ean=00012345678905")).toEqual(["a"]);
    expect(await titles(tenant, "ean=4006381333931")).toEqual([]);
  });

  test("D2-039 shows deleted products on request", async () => {
    const { tenant, ids } = await given(titled("a"), titled("b"), titled("c"));
    await tenant.delete(`/products/${ids[1]}`);
    expect(await titles(tenant, "")).toEqual(["a", "c"]);
    expect(await titles(tenant, "include_deleted=true")).toEqual(["a", "b", "c"]);
    expect(await titles(tenant, "include_deleted=true&sort_by=title&search=b")).toEqual(["b"]);
    expect((await tenant.get("/products?include_deleted=true")).body.meta.total).toBe(3);
  });

  test("shows nothing of another tenant, and refuses a caller who may not read", async () => {
    await given({});
    const tenant = await newTenant();
    expect((await tenant.get("/products")).body).toMatchObject({ items: [], meta: { total: 0, total_pages: 0 } });
    expect((await (await tenant.withScopes("prices:read")).get("/products")).status).toBe(403);
    expect((await (await tenant.as("viewer")).get("/products")).status).toBe(200);
  });

  test("S2.3 skip and limit are older names", async () => {
    const { tenant, ids } = await given({}, {}, {});
    const { body, headers } = await tenant.get("/products?skip=1&limit=1");
    expect(body.items.map(({ id }: Item) => id)).toEqual([ids[1]]);
    expect(headers.get("deprecation")).toBe("true");
  });

  test("the total follows every change", async () => {
    const { tenant, ids } = await given({}, {});
    const total = async () => (await tenant.get("/products?is_active=true")).body.meta.total;
    expect(await total()).toBe(2);
    await tenant.put(`/products/${ids[0]}`, { is_active: false });
    expect(await total()).toBe(1);
    await tenant.delete(`/products/${ids[1]}`);
    expect(await total()).toBe(0);
  });
});
