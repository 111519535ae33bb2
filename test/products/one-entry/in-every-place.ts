import { expect, test } from "bun:test";
import { clientWith, newTenant } from "../../harness.ts";

const FIELDS = { scent: "Rose", batch_code: "B-7" };
const EAN = "4006381333931";

/** Run by `one-entry.test.ts` with the fields of `add-fields.ts`. */
test("a field of one entry is in requests, answers, the history, imports, exports and the machine APIs", async () => {
  const tenant = await newTenant();
  const { status, body: made } = await tenant.post("/products", { name: "Soap", ean: EAN, ...FIELDS });
  expect([status, made]).toMatchObject([201, FIELDS]);
  expect((await tenant.get(`/products/${made.id}`)).body).toMatchObject(FIELDS);
  expect((await tenant.get("/products")).body.items[0]).toMatchObject({ batch_code: "B-7" });

  const { body: changed } = await tenant.patch(`/products/${made.id}`, { scent: null, batch_code: "B-8" });
  expect(changed).toMatchObject({ scent: null, batch_code: "B-8" });
  const { body: history } = await tenant.get(`/products/${made.id}/history`);
  expect(history.items[0].changes).toContainEqual({ field: "batch_code", old: "B-7", new: "B-8" });
  expect((await tenant.post("/products", { name: "Soap", batch_code: 7, scent: 7 })).status).toBe(422);

  const { body: csv } = await tenant.get("/exports/stream/csv/products?include_fields=ean,scent,batch_code");
  expect(csv).toContain("B-8");
  expect((await tenant.get("/products/export/csv")).body).toContain("batch_code");
  const { templates } = (await tenant.get("/imports/templates", { "accept-language": "fr" })).body;
  const labels = new Map(
    templates[1].fields.map(({ name, label }: { name: string; label: string }) => [name, label] as const),
  );
  expect([labels.get("scent"), labels.get("batch_code")]).toEqual(["Parfum", "Code de lot"]);

  const machine = clientWith({ "x-api-key": tenant.apiKey });
  expect((await machine.patch(`/ext/products/${EAN}`, { batch_code: "B-9" })).status).toBe(200);
  await machine.post("/appsync/products/sync", [{ reference: "S", name: "Soap", ean: EAN, scent: "Oak" }]);
  expect((await tenant.get(`/products/${made.id}`)).body).toMatchObject({ scent: "Oak", batch_code: "B-9" });
});
