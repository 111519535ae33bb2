import { expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { formOf, lines } from "../imports/import-client.ts";

const EAN = "4006381333931";
const OTHER = "3400949497294";
const ASIN = "B000J6A2LQ";
const TEMPLATE = { name: "Report", ean_column: "EAN", asin_column: "ASIN" };

const upload = (tenant: Awaited<ReturnType<typeof newTenant>>, text: string, fields: Record<string, string>) =>
  tenant.post("/ean-asin/import", formOf(text, fields));

test("D2-187 mappings: create, read, change, delete", async () => {
  const tenant = await newTenant();
  const product = (await tenant.post("/products", { name: "Fineliner", barcode: `0${EAN}` })).body;

  const created = await tenant.post("/ean-asin/mappings", { ean: EAN, asin: ASIN.toLowerCase() });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    ean: EAN,
    asin: ASIN,
    marketplace: "amazon.fr",
    product_id: product.id,
    status: "active",
    confidence: 1,
    source: "manual",
  });
  const path = `/ean-asin/mappings/${created.body.id}`;
  expect((await tenant.get(path, { "if-none-match": created.headers.get("etag") ?? "" })).status).toBe(304);
  const changed = await tenant.patch(path, { status: "pending", confidence: 0.5 });
  expect(changed.body).toMatchObject({ status: "pending", confidence: 0.5, asin: ASIN });
  expect((await tenant.patch(path, { asin: "B1" }, { "if-match": created.headers.get("etag") ?? "" })).status).toBe(
    412,
  );
  expect((await tenant.delete(path)).status).toBe(204);
  expect((await tenant.get(path)).status).toBe(404);
});

test("D2-187 an EAN has one ASIN on a marketplace, however it is written", async () => {
  const tenant = await newTenant();
  const first = (await tenant.post("/ean-asin/mappings", { ean: "036000291452", asin: ASIN })).body;

  const again = await tenant.post("/ean-asin/mappings", { ean: "0036000291452", asin: "B000000002" });
  const elsewhere = await tenant.post("/ean-asin/mappings", {
    ean: "0036000291452",
    asin: ASIN,
    marketplace: "amazon.de",
  });
  const moved = await tenant.patch(`/ean-asin/mappings/${elsewhere.body.id}`, { marketplace: "amazon.fr" });

  expect([again.status, again.body.error.details]).toMatchObject([409, { field: "ean", existing_id: first.id }]);
  expect(elsewhere.status).toBe(201);
  expect(moved.status).toBe(409);
});

test.each([
  [{ ean: "12", asin: ASIN }, "ean"],
  [{ ean: EAN, asin: "not an asin" }, "asin"],
  [{ ean: EAN }, "asin"],
  [{ ean: EAN, asin: ASIN, confidence: 2 }, "confidence"],
  [{ ean: EAN, asin: ASIN, status: "done" }, "status"],
])("D2-187 a mapping %j is refused for its %s", async (mapping, field) => {
  const tenant = await newTenant();

  const { status, body } = await tenant.post("/ean-asin/mappings", mapping);

  expect([status, body.error.details[0].field]).toEqual([422, field]);
});

test("S25.3 the list filters by EAN, ASIN, marketplace, status and product, and pages", async () => {
  const tenant = await newTenant();
  const product = (await tenant.post("/products", { name: "Fineliner", barcode: EAN })).body;
  const bare = (await tenant.post("/products", { name: "No code" })).body;
  await tenant.post("/ean-asin/mappings", { ean: EAN, asin: ASIN });
  await tenant.post("/ean-asin/mappings", { ean: EAN, asin: "B2", marketplace: "amazon.de", status: "pending" });
  await tenant.post("/ean-asin/mappings", { ean: OTHER, asin: "B3" });
  const asins = async (query: string) => {
    const { body } = await tenant.get(`/ean-asin/mappings?${query}`);
    expect(body.meta.total).toBe(body.items.length);
    return body.items.map((item: { asin: string }) => item.asin);
  };

  expect(await asins("")).toEqual(["B3", "B2", ASIN]);
  expect(await asins(`ean=0${EAN}`)).toEqual(["B2", ASIN]);
  expect(await asins("asin=b3")).toEqual(["B3"]);
  expect(await asins("marketplace=Amazon.DE")).toEqual(["B2"]);
  expect(await asins("status=active")).toEqual(["B3", ASIN]);
  expect(await asins(`product_id=${product.id}&status=active`)).toEqual([ASIN]);
  expect(await asins(`product_id=${bare.id}`)).toEqual([]);
  expect(await asins(`product_id=${product.id}&ean=${OTHER}`)).toEqual([]);
  const first = (await tenant.get("/ean-asin/mappings?per_page=2")).body;
  const rest = (await tenant.get(`/ean-asin/mappings?per_page=2&cursor=${first.meta.next_cursor}`)).body;
  expect([first.items.length, rest.items.map((item: { asin: string }) => item.asin)]).toEqual([2, [ASIN]]);
});

test("D2-187 lookup answers in order, of one marketplace", async () => {
  const tenant = await newTenant();
  await tenant.post("/ean-asin/mappings", { ean: EAN, asin: ASIN, status: "rejected" });

  const { body } = await tenant.post("/ean-asin/lookup", { eans: [OTHER, EAN] });
  const german = await tenant.post("/ean-asin/lookup", { eans: [EAN], marketplace: "amazon.de" });

  expect(body.items).toEqual([
    { ean: OTHER, asin: null, status: null },
    { ean: EAN, asin: ASIN, status: "rejected" },
  ]);
  expect(german.body.items).toEqual([{ ean: EAN, asin: null, status: null }]);
  expect((await tenant.post("/ean-asin/lookup", { eans: [] })).body.error.details[0].field).toBe("eans");
});

test("D2-187 apply writes the ASIN of the surest active mapping, once", async () => {
  const tenant = await newTenant();
  const product = (await tenant.post("/products", { name: "Fineliner", barcode: EAN })).body;
  const sure = (await tenant.post("/ean-asin/mappings", { ean: EAN, asin: ASIN })).body;
  await tenant.post("/ean-asin/mappings", { ean: EAN, asin: "B2", marketplace: "amazon.de", confidence: 0.4 });
  await tenant.post("/ean-asin/mappings", { ean: EAN, asin: "B4", marketplace: "amazon.it", status: "pending" });
  await tenant.post("/ean-asin/mappings", { ean: OTHER, asin: "B3" });

  const first = await tenant.post("/ean-asin/apply", { all: true });
  const applied = (await tenant.get(`/products/${product.id}`)).body;
  const second = await tenant.post("/ean-asin/apply", { mapping_ids: [sure.id, crypto.randomUUID()] });

  expect(first.body).toEqual({ updated: 1, skipped: 3, errors: [] });
  expect(applied.asin).toBe(ASIN);
  expect(applied.updated_at > product.updated_at).toBe(true);
  expect(second.body).toMatchObject({ updated: 0, skipped: 1, errors: [{ error_code: "NOT_FOUND" }] });
  expect((await tenant.get(`/products/${product.id}`)).body.updated_at).toBe(applied.updated_at);
  const nothing = await tenant.post("/ean-asin/apply", { all: false });
  expect([nothing.status, nothing.body.error.details[0].field]).toEqual([422, "mapping_ids"]);
});

test("D2-187 more mappings than one chunk are applied, each once", async () => {
  const tenant = await newTenant();
  const codes = Array.from({ length: 1_203 }, (_, index) => String(10_000_000 + index));
  const { body: template } = await tenant.post("/ean-asin/templates", TEMPLATE);
  const text = lines("EAN,ASIN", ...codes.map((code) => `${code},A${code}`));

  const imported = await upload(tenant, text, { template_id: String(template.id) });
  const applied = await tenant.post("/ean-asin/apply", { all: true });

  expect(imported.body).toEqual({ created: 1_203, updated: 0, errors: [] });
  expect(applied.body).toEqual({ updated: 0, skipped: 1_203, errors: [] });
});

test("S25.3 a file is read by its template; again it changes nothing", async () => {
  const tenant = await newTenant();
  const settings = { ...TEMPLATE, marketplace_column: "site", marketplace: "amazon.es", delimiter: ";" };
  const { body: template } = await tenant.post("/ean-asin/templates", settings);
  const text = lines(
    `site;Asin;ean`,
    `amazon.de;${ASIN};${EAN}`,
    `;B2;${OTHER}`,
    ";B3;12",
    ";no asin;12345670",
    "A B;B4;12345670",
  );
  const fields = { template_id: String(template.id) };

  const first = await upload(tenant, text, fields);
  const second = await upload(tenant, text, fields);
  const changed = await upload(tenant, text.replace("B2", "B9"), fields);

  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ created: 2, updated: 0 });
  expect(first.body.errors).toEqual([
    { row: 4, message: "Must be an EAN of 8 to 14 digits" },
    { row: 5, message: "Must be an ASIN of 1 to 20 letters and digits" },
    { row: 6, message: "Must be a marketplace such as amazon.fr" },
  ]);
  expect(second.body).toMatchObject({ created: 0, updated: 0 });
  expect(changed.body).toMatchObject({ created: 0, updated: 1 });
  const { body } = await tenant.get(`/ean-asin/mappings?ean=${OTHER}`);
  expect(body.items[0]).toMatchObject({ asin: "B9", marketplace: "amazon.es", source: "import" });
});

test("S25.3 an import without template, file or column is refused by name", async () => {
  const tenant = await newTenant();
  const { body: template } = await tenant.post("/ean-asin/templates", TEMPLATE);
  const fields = { template_id: String(template.id) };
  const refused = async (text: string | undefined, given: Record<string, string>) => {
    const { status, body } = await tenant.post("/ean-asin/import", formOf(text, given));
    return [status, body.error.details[0].field];
  };

  expect(await refused("EAN,ASIN\n", {})).toEqual([422, "template_id"]);
  expect(await refused("EAN,ASIN\n", { template_id: "77" })).toEqual([422, "template_id"]);
  expect(await refused(undefined, fields)).toEqual([422, "file"]);
  expect(await refused("code,ASIN\n1,2\n", fields)).toEqual([422, "file"]);
});

test("S25.3 the export is a CSV that can be imported again", async () => {
  const tenant = await newTenant();
  await tenant.post("/ean-asin/mappings", { ean: "036000291452", asin: ASIN });
  await tenant.post("/ean-asin/mappings", { ean: EAN, asin: "B2", marketplace: "amazon.de", status: "pending" });

  const { status, headers, body } = await tenant.get("/ean-asin/export");

  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(body.replace("\ufeff", "")).toBe(
    `ean,asin,marketplace,status\r\n036000291452,${ASIN},amazon.fr,active\r\n${EAN},B2,amazon.de,pending\r\n`,
  );
});

test("another tenant sees, changes and applies none of it", async () => {
  const tenant = await newTenant();
  const other = await newTenant();
  const { id } = (await tenant.post("/ean-asin/mappings", { ean: EAN, asin: ASIN })).body;
  await tenant.post("/ean-asin/templates", TEMPLATE);

  expect((await other.get("/ean-asin/mappings")).body.items).toEqual([]);
  expect((await other.get(`/ean-asin/mappings/${id}`)).status).toBe(404);
  expect((await other.patch(`/ean-asin/mappings/${id}`, { status: "rejected" })).status).toBe(404);
  expect((await other.delete(`/ean-asin/mappings/${id}`)).status).toBe(404);
  expect((await other.get("/ean-asin/templates/1")).status).toBe(404);
  expect((await other.post("/ean-asin/apply", { mapping_ids: [id] })).body.errors.length).toBe(1);
  expect((await other.get("/ean-asin/export")).body).not.toContain(EAN);
  expect((await tenant.get(`/ean-asin/mappings/${id}`)).body.status).toBe("active");
});

test("S26.2 reading needs products:read, changing products:write; a viewer only reads", async () => {
  const tenant = await newTenant();
  const reader = await tenant.withScopes("products:read");
  const viewer = await tenant.as("viewer");

  for (const client of [reader, viewer]) {
    expect((await client.get("/ean-asin/mappings")).status).toBe(200);
    expect((await client.post("/ean-asin/lookup", { eans: [EAN] })).status).toBe(200);
    expect((await client.post("/ean-asin/mappings", { ean: EAN, asin: ASIN })).status).toBe(403);
    expect((await client.post("/ean-asin/templates", TEMPLATE)).status).toBe(403);
    expect((await client.post("/ean-asin/apply", { all: true })).status).toBe(403);
  }
});
