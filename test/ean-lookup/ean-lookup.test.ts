import { expect, test } from "bun:test";
import { sweepOldRows } from "../../src/maintenance/sweep-old-rows.ts";
import { clock, newTenant, services } from "../harness.ts";
import { importFile, lines } from "../imports/import-client.ts";

const EAN = "4006381333931";
const OTHER = "3400949497294";

async function tenantWithPen() {
  const tenant = await newTenant();
  const { body } = await tenant.post("/products", { name: "Fineliner", barcode: EAN, reference: "STB-15" });
  return { tenant, product: body };
}

test("D2-186 finds a product by any writing of its EAN, and validates the code", async () => {
  const { tenant, product } = await tenantWithPen();

  for (const written of [EAN, "4006381-333931", `0${EAN}`]) {
    const { status, body } = await tenant.get(`/ean-lookup/${encodeURIComponent(written)}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      found: true,
      source: "catalog",
      product: { id: product.id, sku: "STB-15", title: "Fineliner", brand_name: null },
      validation: { valid: true, checksum_ok: true, expected_check_digit: 1, gs1_prefix: "400", gs1_country: "DE" },
    });
  }
});

test("D2-186 an unknown EAN is answered with what its digits show", async () => {
  const tenant = await newTenant();

  const { status, body } = await tenant.get("/ean-lookup/3400949497290");

  expect(status).toBe(200);
  expect(body).toEqual({
    ean: "3400949497290",
    found: false,
    source: null,
    product: null,
    validation: {
      valid: false,
      type: "EAN-13",
      checksum_ok: false,
      expected_check_digit: 4,
      gs1_prefix: "340",
      gs1_country: "FR",
    },
  });
});

test.each(["abc", "1234567", "123456789012345", "4006381333931x"])("D2-186 %s is refused by name", async (code) => {
  const tenant = await newTenant();

  const { status, body } = await tenant.get(`/ean-lookup/${code}`);

  expect(status).toBe(422);
  expect(body.error.details[0].field).toBe("ean");
});

test("S25.1 a deleted product is not found; a variant is, under its own SKU", async () => {
  const { tenant, product } = await tenantWithPen();
  await tenant.post(`/products/${product.id}/variants`, { sku: "STB-15-R", ean: OTHER });

  expect((await tenant.get(`/ean-lookup/${OTHER}`)).body).toMatchObject({
    source: "variant",
    product: { id: product.id, sku: "STB-15-R" },
  });
  await tenant.delete(`/products/${product.id}`);
  expect((await tenant.get(`/ean-lookup/${EAN}`)).body.found).toBe(false);
});

test("S25.1 a row that waits for its EAN is found by the one its file brought", async () => {
  const tenant = await newTenant();
  await importFile(tenant, lines("ean,sku,name", "4006381333930,STB-15,Fineliner"), {
    mapping: { ean: "ean", sku: "sku", name: "name" },
  });

  expect((await tenant.get("/ean-lookup/4006381333930")).body).toMatchObject({
    found: true,
    source: "pending_import",
    product: { id: null, sku: "STB-15", title: "Fineliner" },
  });
});

test("S25.2 a batch answers in the order sent and counts", async () => {
  const { tenant, product } = await tenantWithPen();

  const { body } = await tenant.post("/ean-lookup/batch", { eans: [OTHER, EAN, "12345670"] });

  expect(body).toMatchObject({ found: 1, not_found: 2 });
  expect(body.items.map((item: { ean: string; source: string | null }) => [item.ean, item.source])).toEqual([
    [OTHER, null],
    [EAN, "catalog"],
    ["12345670", null],
  ]);
  expect(body.items[1].product.id).toBe(product.id);
  expect(body.items[2].validation).toMatchObject({ type: "EAN-8", valid: true, gs1_prefix: "123", gs1_country: "US" });
});

test("S25.2 bad items of a batch are named, too many refused", async () => {
  const tenant = await newTenant();

  const bad = await tenant.post("/ean-lookup/batch", { eans: [EAN, "x"] });
  const many = await tenant.post("/ean-lookup/batch", { eans: Array.from({ length: 101 }, () => EAN) });

  expect([bad.status, bad.body.error.details[0].field]).toEqual([422, "eans.1"]);
  expect([many.status, many.body.error.details[0].field]).toEqual([422, "eans"]);
});

test("S25.2 validation takes anything, looks nothing up and notes nothing", async () => {
  const { tenant } = await tenantWithPen();

  const { body } = await tenant.post("/ean-lookup/validate", {
    eans: [EAN, "036000291452", "not a code", "1234567890"],
  });

  expect(body).toMatchObject({ valid: 2, invalid: 2 });
  expect(body.items[1]).toMatchObject({ type: "UPC-A", gs1_prefix: "003", gs1_country: "US" });
  expect(body.items[2]).toEqual({
    ean: "not a code",
    valid: false,
    type: null,
    checksum_ok: false,
    expected_check_digit: null,
    gs1_prefix: null,
    gs1_country: null,
  });
  expect(body.items[3]).toMatchObject({ type: null, gs1_prefix: null });
  expect((await tenant.get("/ean-lookup/history")).body.meta.total).toBe(0);
});

test("S25.2 the history pages by number and by cursor, newest first, and is deleted after 90 days", async () => {
  const { tenant, product } = await tenantWithPen();
  const other = await newTenant();
  for (const ean of [EAN, OTHER, "12345670"]) {
    await tenant.get(`/ean-lookup/${ean}`);
    clock.nowMs += 1000;
  }

  const first = (await tenant.get("/ean-lookup/history?per_page=2")).body;
  const rest = (await tenant.get(`/ean-lookup/history?per_page=2&cursor=${first.meta.next_cursor}`)).body;

  expect([...first.items, ...rest.items].map((item) => [item.ean, item.found, item.product_id])).toEqual([
    ["12345670", false, null],
    [OTHER, false, null],
    [EAN, true, product.id],
  ]);
  expect(rest.meta.next_cursor).toBeNull();
  expect((await other.get("/ean-lookup/history")).body.items).toEqual([]);
  clock.nowMs += 90 * 86_400_000;
  await services.write(sweepOldRows, "*", undefined);
  expect((await tenant.get("/ean-lookup/history")).body.meta.total).toBe(0);
});

test("another tenant's product is not found", async () => {
  await tenantWithPen();
  const other = await newTenant();

  expect((await other.get(`/ean-lookup/${EAN}`)).body.found).toBe(false);
});

test("S26.2 needs products:read, and products:write for a batch", async () => {
  const tenant = await newTenant();
  const reader = await tenant.withScopes("products:read");
  const stranger = await tenant.withScopes("imports:manage");

  expect((await reader.get(`/ean-lookup/${EAN}`)).status).toBe(200);
  expect((await reader.post("/ean-lookup/validate", { eans: [EAN] })).status).toBe(200);
  expect((await reader.post("/ean-lookup/batch", { eans: [EAN] })).status).toBe(403);
  expect((await stranger.get(`/ean-lookup/${EAN}`)).status).toBe(403);
});
