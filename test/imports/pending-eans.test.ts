import { describe, expect, test } from "bun:test";
import { clock, newTenant, runJobs } from "../harness.ts";
import { EANS, HEADER, importFile, lines, MAPPING, problemCounts, productRows, type Tenant } from "./import-client.ts";

const ROW = ",A1,Green apple juice,1.50,3";
const plan = (supplier_code = "ACME") => ({ fields: { supplier_code }, mapping: MAPPING });
const waiting = async (tenant: Tenant, query = "") => (await tenant.get(`/imports/ean-pending${query}`)).body;

describe("rows whose EAN cannot be used", () => {
  test("D3-179 D3-186 D3-188 wait once for each supplier and SKU", async () => {
    const tenant = await newTenant();
    const file = lines(HEADER, ROW, "123,A1,Green apple juice,1,1", ",,No SKU,1,1", ",B1,,1,1");

    const first = await importFile(tenant, file, plan());
    const second = await importFile(tenant, lines(HEADER, ROW), plan());
    await importFile(tenant, lines(HEADER, ROW), plan("OTHER"));

    expect(await problemCounts(tenant, first.id)).toEqual({
      ean_missing: 3,
      ean_too_short: 1,
      ean_finder_pending: 1,
      ean_pending_resolution: 1,
    });
    expect(await problemCounts(tenant, second.id)).toEqual({ ean_missing: 1, ean_pending_resolution: 1 });
    const { items, ...page } = await waiting(tenant, "?supplier_code=acme");
    expect(items).toEqual([
      {
        id: expect.any(String),
        sku: "A1",
        name: "Green apple juice",
        supplier_code: "ACME",
        status: "pending",
        ean_type: "ean_to_resolve",
        resolution_score: 60,
        candidates: [],
        import_count: 2,
        first_seen_at: expect.any(String),
        last_seen_at: expect.any(String),
        created_at: expect.any(String),
      },
    ]);
    expect(page).toMatchObject({
      total: 1,
      page: 1,
      per_page: 50,
      pages: 1,
      stats: { total: 1, ean_to_resolve: 1, ean_not_resolvable: 0, suppliers: 1 },
    });
  });

  test("D3-187 are filtered and sorted", async () => {
    const tenant = await newTenant();
    await importFile(tenant, lines(HEADER, ROW), plan("ACME"));
    clock.nowMs += 1_000;
    await importFile(tenant, lines(HEADER, ",X,Pear,1,1"), plan("OTHER"));
    const skus = async (query: string) => (await waiting(tenant, query)).items.map(({ sku }: { sku: string }) => sku);

    expect(await skus("")).toEqual(["X", "A1"]);
    expect(await skus("?sort_by=first_seen_at&sort_order=asc")).toEqual(["A1", "X"]);
    expect(await skus("?sort_by=resolution_score")).toEqual(["A1", "X"]);
    expect(await skus("?supplier_code=ACME,NONE")).toEqual(["A1"]);
    expect(await skus("?ean_type=ean_not_resolvable")).toEqual(["X"]);
    expect(await skus("?search=APPLE")).toEqual(["A1"]);
    const { next_cursor: cursor } = await waiting(tenant, "?per_page=1&sort_by=resolution_score");
    expect(await skus(`?per_page=1&sort_by=resolution_score&cursor=${cursor}`)).toEqual(["X"]);
    for (const query of [`?cursor=${cursor}`, "?ean_type=other", "?per_page=501", "?sort_by=name", "?sort_order=up"]) {
      expect((await tenant.get(`/imports/ean-pending${query}`)).status).toBe(400);
    }
  });

  test("D3-189 ignored ones stay hidden when they come again", async () => {
    const tenant = await newTenant();
    await importFile(tenant, lines(HEADER, ROW, ",B1,Bean,1,1"), plan());
    const { items } = await waiting(tenant);
    const unknown = crypto.randomUUID();

    expect((await tenant.delete(`/imports/ean-pending/${items[0].id}`)).status).toBe(204);
    const bulk = await tenant.post("/imports/ean-pending/bulk-delete", [items[1].id, items[0].id, unknown]);
    const again = await importFile(tenant, lines(HEADER, ROW), plan());

    expect(bulk.body).toEqual({ status: "success", deleted_count: 1, message: expect.any(String) });
    expect((await waiting(tenant)).total).toBe(0);
    expect(await problemCounts(tenant, again.id)).toEqual({ ean_missing: 1 });
    expect((await tenant.delete(`/imports/ean-pending/${unknown}`)).status).toBe(404);
    expect((await tenant.post("/imports/ean-pending/bulk-delete", { ids: [] })).status).toBe(422);
    expect((await tenant.post("/imports/ean-pending/bulk-delete", Array(1_001).fill(unknown))).status).toBe(422);
  });

  test("wait no longer once an import brings their EAN, and none waits when the policy is to reject", async () => {
    const tenant = await newTenant();
    await importFile(tenant, lines(HEADER, ROW), plan());
    await importFile(tenant, lines(HEADER, EANS[0] + ROW), plan());
    await importFile(tenant, lines(HEADER, ",B1,Bean,1,1"), { ...plan(), options: { ean_policy: "reject" } });
    expect((await waiting(tenant)).total).toBe(0);
  });
});

describe("POST /imports/ean-pending/{resolution_id}/resolve", () => {
  test("imports the row that was stored", async () => {
    const tenant = await newTenant();
    await importFile(tenant, lines(HEADER, ROW), plan());
    const [{ id }] = (await waiting(tenant)).items;

    const { status, body } = await tenant.post(`/imports/ean-pending/${id}/resolve`, { ean: EANS[0] });

    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: "resolved", ean: EANS[0] });
    expect(await productRows(tenant)).toMatchObject([
      { title: "Green apple juice", ean: EANS[0], reference: "A1", price_cents: 150, stock: 3, supplier_count: 1 },
    ]);
    expect((await waiting(tenant)).total).toBe(0);
    expect((await tenant.post(`/imports/ean-pending/${id}/resolve`, { ean: EANS[1] })).status).toBe(409);
  });

  test("refuses a wrong EAN, one of another product, and an unknown id", async () => {
    const tenant = await newTenant();
    await importFile(tenant, lines(HEADER, ROW, `${EANS[1]},B1,Bean,1,1`), plan());
    const [{ id }] = (await waiting(tenant)).items;
    const resolve = (ean: string, which = id) => tenant.post(`/imports/ean-pending/${which}/resolve`, { ean });

    expect((await resolve("3400949497295")).status).toBe(422);
    const taken = await resolve(EANS[1]);
    expect([taken.status, taken.body.error.error_code]).toEqual([409, "DUPLICATE_EAN"]);
    expect((await resolve(EANS[0], crypto.randomUUID())).status).toBe(404);
    expect((await waiting(tenant)).total).toBe(1);
  });
});

describe("looking for the EANs of rows that wait", () => {
  const swapped = "3400949497924"; // of 3400949497294
  const given = async () => {
    const tenant = await newTenant();
    await importFile(tenant, lines(HEADER, `${swapped},A1,Green apple juice,1.50,3`, ROW.replace("A1", "B1")), plan());
    return tenant;
  };
  const lookUp = async (tenant: Tenant) => {
    const started = await tenant.post("/imports/ean-pending/lookup");
    await runJobs();
    return started;
  };

  test("S37.21 imports the row whose code is one slip away from that of the product with its SKU", async () => {
    const tenant = await given();
    await tenant.post("/products", { name: "Apple", reference: "A1", barcode: EANS[0] });
    const started = await lookUp(tenant);
    expect([started.status, started.body]).toEqual([202, { status: "queued", pending: 2 }]);
    expect(((await waiting(tenant)).items as { sku: string }[]).map(({ sku }) => sku)).toEqual(["B1"]);
    expect(await productRows(tenant)).toMatchObject([{ title: "Green apple juice", ean: EANS[0], price_cents: 150 }]);
  });

  test("S37.21 keeps the codes of products with the same SKU or supplier's reference as candidates", async () => {
    const tenant = await given();
    await tenant.post("/products", { name: "Apple", reference: "A1", barcode: EANS[1] });
    const before = (await waiting(tenant, "?search=A1")).items[0];
    await lookUp(tenant);
    await lookUp(tenant);
    const [after] = (await waiting(tenant, "?search=A1")).items;
    expect(after.candidates[0]).toEqual({ ean: EANS[1], reason: "same_reference" });
    expect(after.candidates).toContainEqual({ ean: EANS[0], reason: "transposed_digits" });
    expect(after.resolution_score - before.resolution_score).toBe(15);
  });

  test("S37.21 an import does so for its own rows, and emits those that it ends the wait of", async () => {
    const tenant = await newTenant();
    await tenant.post("/products", { name: "Apple", reference: "A1", barcode: EANS[0] });
    await importFile(tenant, lines(HEADER, `${swapped},A1,Green apple juice,1.50,3`), plan());
    expect((await waiting(tenant)).total).toBe(0);
    expect((await productRows(tenant))[0]).toMatchObject({ title: "Green apple juice", stock: 3 });
  });

  test("many are resolved at once, each by itself", async () => {
    const tenant = await given();
    const items: { id: string; sku: string }[] = (await waiting(tenant, "?sort_by=resolution_score")).items;
    const [one, other] = [items.find(({ sku }) => sku === "A1"), items.find(({ sku }) => sku === "B1")];
    const unknown = crypto.randomUUID();
    const { status, body } = await tenant.post("/imports/ean-pending/bulk-resolve", {
      items: [
        { id: one?.id, ean: EANS[0] },
        { id: other?.id, ean: EANS[0] },
        { id: unknown, ean: EANS[2] },
        { id: other?.id, ean: "3400949497295" },
      ],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      resolved_count: 1,
      failed_count: 3,
      items: [
        { id: one?.id, ean: EANS[0], status: "resolved", product_id: expect.any(String), error_code: null },
        { id: other?.id, ean: EANS[0], status: "failed", product_id: null, error_code: "DUPLICATE_EAN" },
        { id: unknown, ean: EANS[2], status: "failed", product_id: null, error_code: expect.any(String) },
        { id: other?.id, ean: "3400949497295", status: "failed", product_id: null, error_code: "VALIDATION_FAILED" },
      ],
    });
    expect((await tenant.post("/imports/ean-pending/bulk-resolve", { items: [] })).status).toBe(422);
  });
});
