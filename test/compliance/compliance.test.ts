import { expect, test } from "bun:test";
import { addProducts } from "../add-products.ts";
import { newTenant, services } from "../harness.ts";

type Tenant = Awaited<ReturnType<typeof newTenant>>;

const COMPLETE = {
  barcode: "4006381333931",
  country_of_origin: "DE",
  hs_code: "960820",
  ce_marked: true,
  reach_compliant: true,
  rohs_compliant: true,
  weee_category: "none",
  energy_class: "A",
  warranty_duration: 24,
};
const create = async (tenant: Tenant, fields: object = {}) =>
  (await tenant.post("/products", { name: "Fineliner", ...fields })).body.id as string;
const check = async (tenant: Tenant, id: string) => (await tenant.get(`/compliance/products/${id}`)).body;
const failed = (body: { checks: { code: string; passed: boolean }[] }) =>
  body.checks.flatMap(({ code, passed }) => (passed ? [] : [code]));

test("D2-188 dangerous goods without a class are not compliant; the class mends it", async () => {
  const tenant = await newTenant();
  const id = await create(tenant, { dangerous_goods: true });

  const before = await check(tenant, id);
  const { status, body } = await tenant.put(`/compliance/products/${id}`, { dangerous_goods_class: "3" });

  expect(before.status).toBe("non_compliant");
  expect(failed(before)).toContain("DANGEROUS_GOODS_CLASS");
  expect(status).toBe(200);
  expect(body.status).toBe("warning");
  expect(failed(body)).not.toContain("DANGEROUS_GOODS_CLASS");
  expect(body.fields).toMatchObject({ dangerous_goods: true, dangerous_goods_class: "3", hs_code: null });
  expect((await tenant.get(`/products/${id}`)).body.dangerous_goods_class).toBe("3");
});

test("S25.5 a complete product is compliant, and each missing part is one failed check", async () => {
  const tenant = await newTenant();
  const id = await create(tenant, COMPLETE);
  const parts: [string, string][] = [
    ["country_of_origin", "COUNTRY_OF_ORIGIN"],
    ["hs_code", "HS_CODE"],
    ["ce_marked", "CE_MARKING"],
    ["reach_compliant", "REACH"],
    ["rohs_compliant", "ROHS"],
    ["weee_category", "WEEE_CATEGORY"],
    ["energy_class", "ENERGY_CLASS"],
    ["warranty_duration", "WARRANTY"],
  ];

  const whole = await check(tenant, id);
  expect([whole.status, whole.score, failed(whole)]).toEqual(["compliant", 100, []]);
  expect(whole.checks.map(({ code }: { code: string }) => code)).not.toContain("DANGEROUS_GOODS_CLASS");
  for (const [field, code] of parts) {
    const { body } = await tenant.put(`/compliance/products/${id}`, { [field]: null });
    expect([body.status, body.score, failed(body)]).toEqual(["warning", 89, [code]]);
    await tenant.put(`/compliance/products/${id}`, { [field]: COMPLETE[field as keyof typeof COMPLETE] });
  }
  await tenant.patch(`/products/${id}`, { barcode: "4006381333930" });
  expect(failed(await check(tenant, id))).toEqual(["EAN_VALID"]);
});

test("S25.5 a denied mark fails as a missing one does, in the caller's language", async () => {
  const tenant = await newTenant();
  const id = await create(tenant, { ...COMPLETE, reach_compliant: false });

  const { body } = await tenant.get(`/compliance/products/${id}`, { "accept-language": "fr" });

  expect(failed(body)).toEqual(["REACH"]);
  expect(body.checks.find(({ code }: { code: string }) => code === "REACH").message).toBe(
    "La conformité REACH n'est pas confirmée",
  );
});

test("S25.5 rules: severity, activity and categories with all below them", async () => {
  const tenant = await newTenant();
  await services.write(addProducts, tenant.id, [{ title: "A robot", category: "Toys > Robots" }]);
  const [parent = "", child = ""] = await tenant.db.all(
    "select id from category where tenant_id = :tenant order by level",
    {},
    (row) => String(row["id"]),
  );
  const inside = await create(tenant, { ...COMPLETE, ce_marked: null, category_id: child });
  const outside = await create(tenant, { ...COMPLETE, ce_marked: null, barcode: null });

  const changed = await tenant.put("/compliance/rules/CE_MARKING", { severity: "error", category_ids: [parent] });

  expect(changed.body).toMatchObject({ id: "CE_MARKING", severity: "error", is_active: true, category_ids: [parent] });
  expect((await check(tenant, inside)).status).toBe("non_compliant");
  expect(failed(await check(tenant, outside))).toEqual(["EAN_VALID"]);
  await tenant.put("/compliance/rules/EAN_VALID", { is_active: false });
  expect((await check(tenant, outside)).status).toBe("compliant");
  const { body } = await tenant.get("/compliance/rules");
  expect(body.total).toBe(10);
  expect(body.items.find(({ id }: { id: string }) => id === "EAN_VALID").is_active).toBe(false);
});

test.each([
  ["CE_MARKING", { severity: "fatal" }, 422, "severity"],
  ["CE_MARKING", { category_ids: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"] }, 422, "category_ids.0"],
])("S25.5 rule %s refuses %j", async (id, body, status, field) => {
  const tenant = await newTenant();

  const answer = await tenant.put(`/compliance/rules/${id}`, body);

  expect([answer.status, answer.body.error.details[0].field]).toEqual([status, field]);
});

test("S25.5 an unknown rule is a 404, a stale one a 412", async () => {
  const tenant = await newTenant();

  expect((await tenant.put("/compliance/rules/NO_RULE", { severity: "error" })).status).toBe(404);
  expect((await tenant.put("/compliance/rules/REACH", { severity: "error" }, { "if-match": '"7"' })).status).toBe(412);
});

test("S25.6 overview, check and issues agree with each other", async () => {
  const tenant = await newTenant();
  const good = await create(tenant, COMPLETE);
  const poor = await create(tenant, { hs_code: "1" });
  const bad = await create(tenant, { dangerous_goods: true, hs_code: "1" });
  const deleted = await create(tenant, { dangerous_goods: true });
  await tenant.delete(`/products/${deleted}`);

  const overview = (await tenant.get("/compliance/overview")).body;
  const issues = async (query: string) => {
    const { body } = await tenant.get(`/compliance/issues?${query}`);
    expect(body.meta.total).toBe(body.items.length);
    return body.items.map((item: { product_id: string }) => item.product_id);
  };

  expect(overview).toMatchObject({ total: 3, compliant: 1, warning: 1, non_compliant: 1, rate: 33.33 });
  const byRule = Object.fromEntries(
    overview.by_rule.map((rule: { code: string; failed: number }) => [rule.code, rule.failed]),
  );
  expect(byRule).toMatchObject({ EAN_VALID: 2, HS_CODE: 0, DANGEROUS_GOODS_CLASS: 1 });
  expect((await tenant.post("/compliance/check", {})).body).toEqual({
    checked: 3,
    compliant: 1,
    warning: 1,
    non_compliant: 1,
  });
  expect((await tenant.post("/compliance/check", { product_ids: [good, bad, deleted] })).body).toEqual({
    checked: 2,
    compliant: 1,
    warning: 0,
    non_compliant: 1,
  });
  expect(await issues("")).toEqual([bad, poor]);
  expect(await issues("status=non_compliant")).toEqual([bad]);
  expect(await issues("status=warning")).toEqual([poor]);
  expect(await issues("status=compliant")).toEqual([]);
  expect(await issues("rule=REACH")).toEqual([bad, poor]);
  expect(await issues("rule=REACH&status=non_compliant")).toEqual([bad]);
  expect(await issues("rule=HS_CODE")).toEqual([]);
  expect(await issues("severity=error")).toEqual([bad]);
  expect(await issues("severity=error&rule=REACH")).toEqual([]);
});

test("S25.6 issues page by number and by cursor", async () => {
  const tenant = await newTenant();
  const ids = [];
  for (let count = 0; count < 5; count++) ids.unshift(await create(tenant));

  const first = (await tenant.get("/compliance/issues?per_page=2")).body;
  const second = (await tenant.get(`/compliance/issues?per_page=2&cursor=${first.meta.next_cursor}`)).body;
  const third = (await tenant.get("/compliance/issues?per_page=2&page=3")).body;

  const pages = [first, second, third].map(({ items }) => items.map((item: { product_id: string }) => item.product_id));
  expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
  expect(first.meta.total).toBe(5);
  expect(first.items[0].checks.every(({ passed }: { passed: boolean }) => !passed)).toBe(true);
});

test.each([
  ["/compliance/issues?status=bad", "status"],
  ["/compliance/issues?rule=X", "rule"],
])("%s is refused by name", async (path, field) => {
  const tenant = await newTenant();

  const { status, body } = await tenant.get(path);

  expect([status, body.error.details[0].field]).toEqual([400, field]);
});

test("another tenant's product is not there, and its rules are its own", async () => {
  const tenant = await newTenant();
  const other = await newTenant();
  const id = await create(tenant);
  await tenant.put("/compliance/rules/REACH", { severity: "error" });

  expect((await other.get(`/compliance/products/${id}`)).status).toBe(404);
  expect((await other.put(`/compliance/products/${id}`, { hs_code: "1" })).status).toBe(404);
  expect((await other.get("/compliance/overview")).body.total).toBe(0);
  expect((await other.post("/compliance/check", { product_ids: [id] })).body.checked).toBe(0);
  const { body } = await other.get("/compliance/rules");
  expect(body.items.find((rule: { code: string }) => rule.code === "REACH").severity).toBe("warning");
});

test("S26 rights: reading, analytics, editing", async () => {
  const tenant = await newTenant();
  const id = await create(tenant);
  const reader = await tenant.withScopes("products:read");

  expect((await reader.get(`/compliance/products/${id}`)).status).toBe(200);
  expect((await reader.put(`/compliance/products/${id}`, { hs_code: "1" })).status).toBe(403);
  expect((await reader.put("/compliance/rules/REACH", { severity: "error" })).status).toBe(403);
  expect((await reader.post("/compliance/check", {})).status).toBe(403);
});
