import { beforeAll, expect, test } from "bun:test";
import { newTenant, runJobs } from "../harness.ts";
import { EANS, importFile, lines, problemCounts, productRows, type Tenant, upload } from "../imports/import-client.ts";

const COLUMN_MAPPING = { Barcode: "ean", Ref: "sku", Designation: "name", "Prix HT": "price" };
const FILE = lines(
  "barcode,REF,Désignation,prix ht,Color,Cost",
  `${EANS[0]},A-1,First,10.50,red,4`,
  `${EANS[1]},A-2,Second,20,,5`,
);

let tenant: Tenant;
beforeAll(async () => {
  tenant = await newTenant();
});

const newSupplier = async (client: Tenant) => (await client.post("/suppliers", { name: crypto.randomUUID() })).body;
const make = (client: Tenant, supplierId: string, body: Record<string, unknown> = {}) =>
  client.post(`/mapping-templates/supplier/${supplierId}`, { name: "Prices", column_mapping: COLUMN_MAPPING, ...body });

test("D3-190 templates are made for a supplier or for anybody, listed, read, changed and deleted", async () => {
  const { id: supplier } = await newSupplier(tenant);
  const sent = {
    name: "Whole",
    description: "For the weekly list",
    column_mapping: { EAN: "ean", Name: { field: "name", language: "en" } },
    custom_columns: [{ column: "Grip", field: "attributes.grip", type: "number", required: false }],
  };
  await tenant.admin.put("/settings/languages", { pivot: "fr", enabled: ["fr", "en"] });
  const made = await make(tenant, supplier, { ...sent, supplier_id: crypto.randomUUID() });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ ...sent, supplier_id: supplier, is_default: false, usage_count: 0 });
  expect(made.headers.get("location")).toBe(`/api/v1/mapping-templates/${made.body.id}`);
  const generic = await tenant.post("/mapping-templates/supplier", { name: "Whole", column_mapping: COLUMN_MAPPING });
  expect([generic.status, generic.body.supplier_id]).toEqual([201, null]);
  const list = await tenant.get("/mapping-templates?skip=0&limit=50");
  expect(list.body.items.map(({ id }: { id: string }) => id)).toContain(made.body.id);
  expect(list.body).toMatchObject({ page: 1, per_page: 50 });
  const put = await tenant.put(`/mapping-templates/${made.body.id}`, { description: null });
  expect([put.status, put.body.description, put.body.name]).toEqual([200, null, "Whole"]);
  expect((await tenant.get(`/mapping-templates/${made.body.id}`)).body).toEqual(put.body);
  expect((await tenant.delete(`/mapping-templates/${made.body.id}`)).status).toBe(204);
  expect((await tenant.get(`/mapping-templates/${made.body.id}`)).status).toBe(404);
});

test("S37.32, S37.34 a name is unique within a supplier; an unknown supplier is refused", async () => {
  const { id: supplier } = await newSupplier(tenant);
  expect((await make(tenant, supplier)).status).toBe(201);
  expect((await make(tenant, supplier, { name: "PRICES" })).status).toBe(409);
  expect((await make(tenant, (await newSupplier(tenant)).id)).status).toBe(201);
  expect((await make(tenant, crypto.randomUUID())).status).toBe(404);
  const { status } = await tenant.post("/mapping-templates/supplier", {
    name: "X",
    column_mapping: COLUMN_MAPPING,
    supplier_id: crypto.randomUUID(),
  });
  expect(status).toBe(422);
});

test("S37.32, S37.33 what could not be used is refused by field", async () => {
  const { id: supplier } = await newSupplier(tenant);
  const fields = async (body: Record<string, unknown>) => {
    const { status, body: answer } = await make(tenant, supplier, { name: crypto.randomUUID(), ...body });
    return [status, ...(answer.error?.details ?? []).map(({ field }: { field: string }) => field)];
  };
  expect(await fields({ column_mapping: { A: "nothing", B: "ean" } })).toEqual([422, "column_mapping.A"]);
  expect(await fields({ column_mapping: { A: "name" } })).toEqual([422, "column_mapping"]);
  expect(await fields({ custom_columns: [{ column: "G", field: "grip", type: "money" }] })).toEqual([
    422,
    "custom_columns.0.field",
    "custom_columns.0.type",
  ]);
  expect(await fields({ computed_columns: [{ field: "price", expression: "= {{A} *" }] })).toEqual([
    422,
    "computed_columns.0.expression",
  ]);
  expect(await fields({ auto_rules: [{ when: [{ field: "price", op: "near", value: 1 }], skip: true }] })).toEqual([
    422,
    "auto_rules.0.when.0.op",
  ]);
  expect(await fields({ file_options: { delimiter: "x", encoding: "klingon" } })).toEqual([
    422,
    "file_options.delimiter",
    "file_options.encoding",
  ]);
});

test("D3-191, S37.34 a supplier has one default, first in its list; a generic template is none", async () => {
  const { id: supplier } = await newSupplier(tenant);
  const [one, two] = [await make(tenant, supplier), await make(tenant, supplier, { name: "Stock" })];
  const setDefault = (id: string) => tenant.put(`/mapping-templates/${id}/set-default`);
  expect((await setDefault(one.body.id)).body.is_default).toBe(true);
  expect((await setDefault(two.body.id)).status).toBe(200);
  const list = await tenant.get(`/mapping-templates/supplier/${supplier}`);
  expect(list.body.map((each: { name: string; is_default: boolean }) => [each.name, each.is_default])).toEqual([
    ["Stock", true],
    ["Prices", false],
  ]);
  const generic = await tenant.post("/mapping-templates/supplier", { name: "Any", column_mapping: COLUMN_MAPPING });
  expect((await setDefault(generic.body.id)).status).toBe(409);
});

test("D3-145, D3-191 an upload takes the template it names, or the supplier's default", async () => {
  const own = await newTenant();
  const { id: supplier, code } = await newSupplier(own);
  const { body: template } = await make(own, supplier);
  const named = await upload(own, FILE, { template_id: template.id });
  expect([named.body.status, named.body.data.import_job.status]).toEqual(["ready", "ready"]);
  expect((await upload(own, FILE, { supplier_id: supplier })).body.status).toBe("awaiting_mapping");
  await own.put(`/mapping-templates/${template.id}/set-default`);
  for (const fields of [{ supplier_id: supplier }, { supplier_code: code.toLowerCase() }]) {
    expect((await upload(own, FILE, fields)).body.status).toBe("ready");
  }
  const begun = await upload(own, FILE, { supplier_code: code, auto_process: "true" });
  expect(begun.body.status).toBe("pending");
  await runJobs();
  expect((await own.get(`/imports/${begun.body.id}`)).body).toMatchObject({ status: "completed", products_created: 2 });
  expect((await own.get(`/mapping-templates/${template.id}`)).body.usage_count).toBe(4);
  expect((await upload(own, FILE, { template_id: crypto.randomUUID() })).status).toBe(422);
});

test("S37.5 a template that does not fit leaves the file waiting and says what it lacks", async () => {
  const { id: supplier } = await newSupplier(tenant);
  const { body: template } = await make(tenant, supplier);
  const file = lines("barcode,ref,name", `${EANS[0]},A-1,First`);
  const { body } = await upload(tenant, file, { template_id: template.id, auto_process: "true" });
  expect(body.status).toBe("awaiting_mapping");
  expect(body.message).toContain("Designation, Prix HT");
  expect((await tenant.get(`/mapping-templates/${template.id}`)).body.usage_count).toBe(0);
  expect((await upload(tenant, file, { auto_process: "true" })).body.status).toBe("awaiting_mapping");
});

test("D3-192 custom and computed columns, defaults, auto-rules, validation and file options take effect", async () => {
  const own = await newTenant();
  const { id: supplier } = await newSupplier(own);
  const { body: template } = await make(own, supplier, {
    column_mapping: { Barcode: "ean", Ref: "sku", Name: "name", Stock: "stock" },
    custom_columns: [
      { column: "grip mm", field: "attributes.grip", type: "number" },
      { column: "Safe", field: "attributes.safe", type: "boolean", required: true },
    ],
    computed_columns: [{ field: "price", expression: "= round({{COST}} * 2, 2)" }],
    default_values: { unit_of_measure: "piece" },
    auto_rules: [
      { when: [{ field: "stock", op: "eq", value: 0 }], set: { is_active: false } },
      { when: [{ field: "name", op: "contains", value: "sample" }], skip: true },
    ],
    validation_rules: { price: { max: 100 } },
    file_options: { delimiter: ";", skip_header_rows: 1, encoding: "windows-1252" },
  });
  const row = (ean: string, ref: string, name: string, rest: string) => `${ean};${ref};${name};${rest}`;
  const text = lines(
    "a title, with commas; and one more",
    "Barcode;Ref;Name;Stock;Grip MM;Safe;Cost",
    row(EANS[0], "A-1", "Caf\u00e9", "0;12,5;oui;4"),
    row(EANS[1], "A-2", "Sample", "1;1;oui;4"),
    row(EANS[2], "A-3", "Dear", "1;1;oui;90"),
    row("4006381333948", "A-4", "Unsafe", "1;1;;3"),
  );
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const { body } = await upload(own, bytes, { template_id: template.id, auto_process: "true" });
  expect([body.status, body.data.file_analysis.encoding]).toEqual(["pending", "windows-1252"]);
  await runJobs();
  const { body: record } = await own.get(`/imports/${body.id}`);
  expect(record).toMatchObject({ successful_rows: 1, skipped_rows: 1, failed_rows: 2, products_created: 1 });
  expect(Object.keys(await problemCounts(own, body.id))).toContain("rule_violation");
  const [product] = (await own.get("/products")).body.items;
  expect(product).toMatchObject({ title: "Café", price: 8, is_active: false });
  const { body: whole } = await own.get(`/products/${product.id}`);
  expect(whole).toMatchObject({ unit_of_measure: "piece", attributes: { grip: 12.5, safe: true } });
});

test("a template is made of a finished import, and serves the next file", async () => {
  const own = await newTenant();
  const { id: supplier } = await newSupplier(own);
  const mapping = { barcode: "ean", REF: "sku", Désignation: "name" };
  const done = await importFile(own, FILE, { mapping, fields: { supplier_id: supplier }, options: { max_errors: 5 } });
  const from = (id: string, name = "Made") => own.post(`/mapping-templates/from-import/${id}`, { name });
  const made = await from(done.id);
  expect([made.status, made.body.supplier_id, made.body.column_mapping]).toEqual([201, supplier, mapping]);
  expect(made.body.import_options).toEqual({ max_errors: 5 });
  const again = await upload(own, FILE, { template_id: made.body.id, auto_process: "true" });
  expect(again.body.status).toBe("pending");
  await runJobs();
  expect(await productRows(own)).toHaveLength(2);
  expect((await from(done.id)).status).toBe(409);
  const waiting = await upload(own, FILE);
  expect((await from(waiting.body.id, "Other")).status).toBe(409);
  expect((await from(crypto.randomUUID(), "Other")).status).toBe(404);
});

test("the templates of a supplier that is deleted serve anybody", async () => {
  const { id: supplier } = await newSupplier(tenant);
  const { body: template } = await make(tenant, supplier);
  await tenant.put(`/mapping-templates/${template.id}/set-default`);
  expect((await tenant.delete(`/suppliers/${supplier}`)).status).toBe(204);
  const { body } = await tenant.get(`/mapping-templates/${template.id}`);
  expect([body.supplier_id, body.is_default]).toEqual([null, false]);
  expect((await tenant.put(`/mapping-templates/${template.id}`, { description: "x" })).status).toBe(200);
});
