import { describe, expect, test } from "bun:test";
import { json, text } from "../../db/rows.ts";
import { newTenant, runJobs } from "../harness.ts";
import { HEADER, importFile, lines, MAPPING } from "../imports/import-client.ts";

const EVENTS = [
  "product.created",
  "product.updated",
  "product.deleted",
  "import.started",
  "import.completed",
  "import.failed",
  "supplier.created",
  "ean.resolved",
];

/** A tenant with a webhook that asks for these, and what was emitted to it so far. */
async function given(events = EVENTS) {
  const tenant = await newTenant();
  const { status } = await tenant.post("/webhooks", { name: "All", url: "https://r1.receiver.test/", events });
  expect(status).toBe(201);
  const emitted = () =>
    tenant.db.all("select type, body from event where tenant_id = :tenant order by id", {}, (row) => ({
      type: text(row, "type"),
      // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
      data: (json(row, "body") as any).data,
    }));
  return { tenant, emitted };
}

describe("products", () => {
  test("S6.2 S6.4 D1-044 D1-055 each change emits one event, in its transaction", async () => {
    const { tenant, emitted } = await given();

    const { id } = (await tenant.post("/products", { name: "Knife", barcode: "4006381333931" })).body;
    await tenant.patch(`/products/${id}`, { name: "Knives", price: 12 });
    await tenant.patch(`/products/${id}`, { name: "Knives" });
    await tenant.delete(`/products/${id}`);
    await tenant.post(`/products/${id}/restore`);
    await tenant.delete(`/products/${id}?permanent=true`);

    const ean = "4006381333931";
    expect(await emitted()).toEqual([
      { type: "product.created", data: { id, ean, name: "Knife", source: "api" } },
      { type: "product.updated", data: { id, ean, name: "Knives", updated_fields: ["name", "price"] } },
      { type: "product.deleted", data: { id, ean, name: "Knives", permanent: false } },
      { type: "product.updated", data: { id, ean, name: "Knives", updated_fields: ["deleted_at"] } },
      { type: "product.deleted", data: { id, ean, name: "Knives", permanent: true } },
    ]);
  });

  test("what fails emits nothing, and what was not requested is not stored", async () => {
    const { tenant, emitted } = await given(["product.deleted"]);

    await tenant.post("/products", { name: "Knife", barcode: "4006381333931" });
    const refused = await tenant.post("/products", { name: "Fork", barcode: "4006381333931" });

    expect(refused.status).toBe(409);
    expect(await emitted()).toEqual([]);
  });
});

test("D1-057 S6.2 S6.4 suppliers are announced when they are made and changed, not when they are deleted", async () => {
  const { tenant, emitted } = await given(["supplier.created", "supplier.updated"]);

  const { id } = (await tenant.post("/suppliers", { name: "Acme", code: "ACM" })).body;
  await tenant.patch(`/suppliers/${id}`, { name: "Acme & Co", country: "FR" });
  await tenant.put(`/suppliers/${id}`, { name: "Acme & Co" });
  await tenant.delete(`/suppliers/${id}`);

  expect(await emitted()).toEqual([
    { type: "supplier.created", data: { id, code: "ACM", name: "Acme" } },
    {
      type: "supplier.updated",
      data: { id, code: "ACM", name: "Acme & Co", updated_fields: expect.arrayContaining(["name", "country"]) },
    },
  ]);
});

test("D1-058 S25.1 S25.2 a look-up emits each code that was found, and no other", async () => {
  const { tenant, emitted } = await given(["ean.resolved"]);
  const [ean, unknown] = ["4006381333931", "4006381333948"];
  const { id } = (await tenant.post("/products", { name: "Pen", barcode: ean, reference: "P1" })).body;

  await tenant.get(`/ean-lookup/${ean}`);
  await tenant.get(`/ean-lookup/${unknown}`);
  await tenant.post("/ean-lookup/batch", { eans: [unknown, ean] });
  await tenant.post("/ean-lookup/validate", { eans: [ean] });

  const found = { type: "ean.resolved", data: { ean, product_id: id, sku: "P1", name: "Pen", source: "catalog" } };
  expect(await emitted()).toEqual([found, found]);
});

describe("imports", () => {
  test("D1-056 S6.2 S6.4 S6.5 emit their beginning, their end and suppliers they make, not each product", async () => {
    const { tenant, emitted } = await given();

    const file = lines(HEADER, "4006381333931,A1,Knife,12,1", "4006381333948,A2,Fork,x,1");
    const { id } = await importFile(tenant, file, { fields: { supplier_code: "NEWCO" }, mapping: MAPPING });

    const events = await emitted();
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      "import.completed",
      "import.started",
      "supplier.created",
    ]);
    const dataOf = (wanted: string) => events.find(({ type }) => type === wanted)?.data;
    expect(dataOf("import.started")).toEqual({
      id,
      file_name: "products.csv",
      supplier_code: "NEWCO",
      import_type: expect.any(String),
      total_rows: 2,
    });
    expect(dataOf("import.completed")).toEqual({
      id,
      status: "completed_with_errors",
      total_rows: 2,
      successful_rows: 1,
      failed_rows: 1,
      products_created: 1,
      products_updated: 0,
      duration_seconds: expect.any(Number),
    });
    expect(dataOf("supplier.created")).toMatchObject({ code: "NEWCO", name: "NEWCO" });
  });

  test("D1-056 S6.4 emit a file that cannot be imported, and once more one that is tried again", async () => {
    const { tenant, emitted } = await given(["import.started", "import.failed", "import.completed"]);
    const file = lines(HEADER, "1,A1,Knife,12,1", "2,A2,Fork,12,1", "3,A3,Spoon,12,1");
    const plan = { mapping: MAPPING, options: { max_errors: 1 } };

    const { id, status } = await importFile(tenant, file, plan);
    await tenant.post(`/imports/${id}/retry`);
    await runJobs();

    expect(status).toBe("failed");
    const events = await emitted();
    expect(events.map(({ type }) => type)).toEqual([
      "import.started",
      "import.failed",
      "import.started",
      "import.failed",
    ]);
    expect(events[1]?.data).toEqual({
      id,
      file_name: "products.csv",
      error_code: "VALIDATION_FAILED",
      error_message: expect.any(String),
    });
  });

  test("S6.2 S6.4 an EAN that was found for a waiting row is emitted", async () => {
    const { tenant, emitted } = await given(["ean.resolved"]);
    const plan = { fields: { supplier_code: "ACME" }, mapping: MAPPING };
    await importFile(tenant, lines(HEADER, ",A1,Green apple juice,1.50,3"), plan);
    const [waiting] = (await tenant.get("/imports/ean-pending")).body.items;

    const { body } = await tenant.post(`/imports/ean-pending/${waiting.id}/resolve`, { ean: "4006381333931" });

    const found = { ean: "4006381333931", product_id: body.product_id, sku: "A1", name: "Green apple juice" };
    expect(await emitted()).toEqual([{ type: "ean.resolved", data: { ...found, source: "manual" } }]);
  });
});
