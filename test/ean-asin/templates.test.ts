import { expect, test } from "bun:test";
import { newTenant } from "../harness.ts";

const TEMPLATE = { name: "Report", ean_column: "EAN", asin_column: "ASIN" };

test("S25.4 templates: create, read, list, change, delete", async () => {
  const tenant = await newTenant();

  const created = await tenant.post("/ean-asin/templates", TEMPLATE);
  expect(created.status).toBe(201);
  expect(created.headers.get("location")).toBe("/api/v1/ean-asin/templates/1");
  expect(created.body).toMatchObject({
    id: 1,
    ...TEMPLATE,
    marketplace_column: null,
    marketplace: null,
    delimiter: ",",
  });
  expect((await tenant.get("/ean-asin/templates/1")).body).toEqual(created.body);

  const changed = await tenant.put("/ean-asin/templates/1", { delimiter: ";", marketplace: "amazon.de" });
  expect(changed.body).toMatchObject({ name: "Report", delimiter: ";", marketplace: "amazon.de" });
  await tenant.post("/ean-asin/templates", { ...TEMPLATE, name: "Amazon" });
  const { body } = await tenant.get("/ean-asin/templates?per_page=1");
  const second = await tenant.get(`/ean-asin/templates?per_page=1&cursor=${body.meta.next_cursor}`);
  expect([body.items[0].name, second.body.items[0].name, body.meta.total]).toEqual(["Amazon", "Report", 2]);

  expect((await tenant.delete("/ean-asin/templates/1")).status).toBe(204);
  expect((await tenant.get("/ean-asin/templates/1")).status).toBe(404);
});

test("S25.4 a template's name is unique regardless of case, and If-Match is honoured", async () => {
  const tenant = await newTenant();
  await tenant.post("/ean-asin/templates", TEMPLATE);

  const again = await tenant.post("/ean-asin/templates", { ...TEMPLATE, name: "rÉport" });
  const stale = await tenant.put("/ean-asin/templates/1", { delimiter: ";" }, { "if-match": '"99"' });

  expect([again.status, again.body.error.error_code]).toEqual([409, "DUPLICATE_RESOURCE"]);
  expect(again.body.error.details).toMatchObject({ field: "name", existing_id: 1 });
  expect([stale.status, stale.body.error.error_code]).toEqual([412, "PRECONDITION_FAILED"]);
});

test.each(["x", "1.5", "-1", "0"])("D1-182 D2-187 template %s is a 422", async (id) => {
  const tenant = await newTenant();

  for (const method of ["get", "delete"] as const) {
    const { status, body } = await tenant[method](`/ean-asin/templates/${id}`);
    expect([status, body.error.details[0].field]).toEqual([422, "template_id"]);
  }
});

test.each([
  [{ ...TEMPLATE, name: " " }, "name"],
  [{ name: "x", ean_column: "ean" }, "asin_column"],
  [{ ...TEMPLATE, delimiter: "#" }, "delimiter"],
  [{ ...TEMPLATE, marketplace: "Amazon FR" }, "marketplace"],
])("S25.4 a template %j is refused for its %s", async (template, field) => {
  const tenant = await newTenant();

  const { status, body } = await tenant.post("/ean-asin/templates", template);

  expect([status, body.error.details[0].field]).toEqual([422, field]);
});
