import { expect, test } from "bun:test";
import { ComplianceDocument } from "../../src/products/compliance/documents.ts";
import { newTenant, services } from "../harness.ts";

const PDF = new TextEncoder().encode(`%PDF-1.7\n${"1 0 obj\n<< >>\nendobj\n".repeat(400)}%%EOF\n`);

async function tenantWithProduct() {
  const tenant = await newTenant();
  const { id } = (await tenant.post("/products", { name: "Fineliner" })).body;
  return { tenant, id, path: `/compliance/products/${id}/documents` };
}

function formOf(content: Uint8Array | undefined, fields: Record<string, string> = {}, name = "reach.pdf"): FormData {
  const form = new FormData();
  if (content) form.set("file", new File([content as Uint8Array<ArrayBuffer>], name));
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  return form;
}

test("S25.6 a document is added, listed, downloaded unchanged, and deleted with its file", async () => {
  const { tenant, id, path } = await tenantWithProduct();

  const added = await tenant.post(
    path,
    formOf(PDF, { type: "certificate", title: "REACH", valid_until: "2028-02-29" }),
  );
  expect(added.status).toBe(201);
  expect(added.body).toMatchObject({ product_id: id, type: "certificate", title: "REACH", valid_until: "2028-02-29" });
  await tenant.post(path, formOf(PDF));
  const listed = (await tenant.get(path)).body;
  expect(listed.total).toBe(2);
  expect(listed.items.map(({ type }: { type: string }) => type)).toEqual(["other", "certificate"]);

  const file = await tenant.get(added.body.url.slice("/api/v1".length));
  expect(file.headers.get("content-type")).toBe("application/octet-stream");
  expect(file.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''reach.pdf");
  expect(file.body).toBe(new TextDecoder().decode(PDF));

  const key = (await ComplianceDocument.table.find(tenant.db, added.body.id))?.file_key ?? "";
  expect(await services.files.sizeBytes(key)).toBe(PDF.byteLength);
  expect((await tenant.delete(`${path}/${added.body.id}`)).status).toBe(204);
  expect(await services.files.sizeBytes(key)).toBeUndefined();
  expect((await tenant.get(`${path}/${added.body.id}`)).status).toBe(404);
  expect((await tenant.delete(`${path}/${added.body.id}`)).status).toBe(404);
});

test.each([
  ["HTML called a PDF", formOf(new TextEncoder().encode("<html><script>alert(1)</script></html>")), "file"],
  ["an SVG", formOf(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'), {}, "a.svg"), "file"],
  ["no file", formOf(undefined), "file"],
  ["an unknown type", formOf(PDF, { type: "poem" }), "type"],
  ["a day that there is not", formOf(PDF, { valid_until: "2027-02-29" }), "valid_until"],
  ["a title that is too long", formOf(PDF, { title: "x".repeat(256) }), "title"],
])("T25 %s is refused and nothing is stored", async (_, form, field) => {
  const { tenant, path } = await tenantWithProduct();

  const { status, body } = await tenant.post(path, form);

  expect([status, body.error.details[0].field]).toEqual([422, field]);
  expect((await tenant.get(path)).body.total).toBe(0);
  const files = await Array.fromAsync(services.files.list(`${tenant.id}/documents`));
  expect(files).toEqual([]);
});

test("documents belong to their tenant and product, and changing them needs products:write", async () => {
  const { tenant, path } = await tenantWithProduct();
  const another = await tenantWithProduct();
  const { id } = (await tenant.post(path, formOf(PDF))).body;
  const second = (await tenant.post("/products", { name: "Other" })).body.id;
  const reader = await tenant.withScopes("products:read");

  expect((await another.tenant.get(`${path}/${id}`)).status).toBe(404);
  expect((await another.tenant.delete(`${path}/${id}`)).status).toBe(404);
  expect((await another.tenant.post(path, formOf(PDF))).status).toBe(404);
  expect((await tenant.get(`/compliance/products/${second}/documents/${id}`)).status).toBe(404);
  expect((await reader.get(`${path}/${id}`)).status).toBe(200);
  expect((await reader.post(path, formOf(PDF))).status).toBe(403);
  expect((await reader.delete(`${path}/${id}`)).status).toBe(403);
});
