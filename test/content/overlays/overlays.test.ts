import { describe, expect, test } from "bun:test";
import { addProducts } from "../../add-products.ts";
import { services } from "../../harness.ts";
import { addPriceList } from "../../pricing-rows.ts";
import { faults, given } from "../../products/given.ts";

/** A product and two entities. */
async function givenOverlay() {
  const { tenant, id } = await given({ description: "Master", shortDescription: "Short", priceCents: 150 });
  const entityIds: string[] = [];
  for (const name of ["Élan", "Acme"]) {
    entityIds.push((await tenant.post("/entities", { code: name, name })).body.id);
  }
  const [entity = "", other = ""] = entityIds;
  const at = (which: string) => `/products/${id}/entities/${which}`;
  const list = async () => (await tenant.get(`/products/${id}/entities`)).body;
  return { tenant, id, entity, other, at, list };
}
const refusal = ({ status, body }: { status: number; body: { error: { error_code: string } } }) => [
  status,
  body.error.error_code,
];

const SAID = {
  internal_reference: "X-1",
  description_override: "<p>Ours</p>",
  short_description_override: "Ours",
  status: "draft",
  notes: "check",
};

test("D2-070 S16.13 POST makes a member and sets nothing else, once", async () => {
  const { tenant, id, entity, at, list } = await givenOverlay();
  expect((await tenant.get(at(entity))).body).toMatchObject({ is_member: false, status: null, updated_at: null });

  const { status, body } = await tenant.post(at(entity), SAID);

  expect(status).toBe(201);
  expect(body).toEqual({
    entity_id: entity,
    entity_name: "Élan",
    product_id: id,
    is_member: true,
    internal_reference: null,
    description_override: null,
    short_description_override: null,
    description: "Master",
    short_description: "Short",
    status: "active",
    notes: null,
    price: 1.5,
    currency: "EUR",
    price_source: "base",
    updated_at: expect.any(String),
  });
  const { body: product } = await tenant.get(`/products/${id}`);
  const again = await tenant.post(at(entity));
  expect([again.status, again.body]).toEqual([200, body]);
  expect((await tenant.get(`/products/${id}`)).body).toEqual(product);
  expect((await list()).items[0]).toEqual(body);
});

test("D2-071 S16.13 PUT keeps what the entity says, merges, and makes a member", async () => {
  const { tenant, entity, at } = await givenOverlay();
  const { status, body } = await tenant.put(at(entity), { ...SAID, price: 99, notes: " check " });
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...SAID, is_member: true, price: 1.5, description: "<p>Ours</p>" });

  const { body: merged } = await tenant.put(at(entity), { notes: null, internal_reference: "" });
  expect(merged).toMatchObject({ ...SAID, notes: null, internal_reference: null });
  const { body: scripted } = await tenant.put(at(entity), { description_override: "<p>a</p><script>b</script>" });
  expect(scripted.description_override).toBe("<p>a</p>");
});

test.each([
  [{ internal_reference: "x".repeat(101) }, "internal_reference"],
  [{ status: "sold" }, "status"],
  [{ status: null }, "status"],
  [{ notes: 5 }, "notes"],
  [{ description_override: ["x"] }, "description_override"],
])("PUT refuses %j", async (body, field) => {
  const { tenant, entity, at } = await givenOverlay();
  const answer = await tenant.put(at(entity), body);
  expect([answer.status, faults(answer)]).toEqual([422, [field]]);
  expect((await tenant.get(at(entity))).body.is_member).toBe(false);
});

test("D2-072 S16.11 unset overrides fall back on the entity's text, then the master, each by itself", async () => {
  const { tenant, id, entity, at } = await givenOverlay();
  await tenant.put(at(entity), { description_override: "Ours" });
  const shown = async () => {
    const { description, short_description } = (await tenant.get(at(entity))).body;
    return [description, short_description];
  };
  expect(await shown()).toEqual(["Ours", "Short"]);
  const texts = { description: "Entity", short_description: "Entity short" };
  await tenant.put(`/products/${id}/content-variants/fr?entity_id=${entity}`, texts);
  expect(await shown()).toEqual(["Ours", "Entity short"]);
  await tenant.put(at(entity), { description_override: "" });
  expect(await shown()).toEqual(["Entity", "Entity short"]);
});

test("S16.11 an override is in the entity's language, where the product is shown too", async () => {
  const { tenant, id, entity, at } = await givenOverlay();
  await tenant.patch(`/entities/${entity}`, { default_language: "en" });
  await tenant.put(`/products/${id}/content-variants/en`, { description: "Group", short_description: "Group short" });
  await tenant.put(`/products/${id}/content-variants/en?entity_id=${entity}`, { description: "Entity" });
  await tenant.put(at(entity), { description_override: "Ours" });

  const { body } = await tenant.get(`/products/${id}?entity_id=${entity}`);
  expect([body.description, body.resolved.sources.description]).toEqual(["Ours", { language: "en", layer: "entity" }]);
  expect((await tenant.get(at(entity))).body).toMatchObject({ description: "Ours", short_description: "Group short" });
  const french = await tenant.get(`/products/${id}?entity_id=${entity}`, { "accept-language": "fr" });
  expect(french.body.description).toBe("Master");
});

test("D2-074 S16.12 GET lists every active entity, members first, then by name", async () => {
  const { tenant, id, entity, list } = await givenOverlay();
  const names = async () => (await list()).items.map((each: { entity_name: string }) => each.entity_name);
  await tenant.post("/entities", { code: "off", name: "Aaa", is_active: false });
  await tenant.post("/entities", { code: "z", name: "Zed" });
  expect(await names()).toEqual(["Acme", "Élan", "Zed"]);
  await tenant.post(`/products/${id}/entities/${entity}`);
  expect(await names()).toEqual(["Élan", "Acme", "Zed"]);
  expect(await list()).toMatchObject({ product_id: id, total: 3 });
});

test("D2-076 S16.13 DELETE ends the membership and keeps the entity's texts", async () => {
  const { tenant, id, entity, at } = await givenOverlay();
  await tenant.put(at(entity), SAID);
  await tenant.put(`/products/${id}/content-variants/fr?entity_id=${entity}`, { description: "Entity" });
  expect((await tenant.delete(at(entity))).status).toBe(204);
  expect((await tenant.get(at(entity))).body).toMatchObject({
    is_member: false,
    internal_reference: null,
    description_override: null,
    description: "Entity",
  });
  expect(refusal(await tenant.delete(at(entity)))).toEqual([404, "NOT_FOUND"]);
});

test("D2-077 an overlay changes neither the product nor another entity", async () => {
  const { tenant, id, entity, other, at } = await givenOverlay();
  const { body: before } = await tenant.patch(`/products/${id}`, { price: 2 });
  const { body: elsewhere } = await tenant.get(at(other));
  await tenant.put(at(entity), SAID);
  const { body: after } = await tenant.get(`/products/${id}`);
  expect(after.updated_at > before.updated_at).toBe(true);
  expect({ ...after, updated_at: null }).toEqual({ ...before, updated_at: null });
  expect((await tenant.get(at(other))).body).toEqual(elsewhere);
});

test("D0.12 S11.6 has the product's version, and writes only over the one that If-Match names", async () => {
  const { tenant, id, entity, at } = await givenOverlay();
  const { headers } = await tenant.put(at(entity), SAID);
  const etag = { "if-match": headers.get("etag") ?? "" };
  expect((await tenant.get(at(entity), { "if-none-match": etag["if-match"] })).status).toBe(304);
  const same = await tenant.put(at(entity), SAID, etag);
  expect(same.headers.get("etag")).toBe(etag["if-match"]);
  await tenant.patch(`/products/${id}`, { price: 2 });
  expect((await tenant.put(at(entity), { notes: "x" }, etag)).status).toBe(412);
  expect((await tenant.delete(at(entity), undefined, etag)).status).toBe(412);
});

describe("members of an entity", () => {
  test("GET /entities/{entity_id}/products lists them like products, with filters and cursor", async () => {
    const { tenant, id, entity, at } = await givenOverlay();
    const more = await services.write(addProducts, tenant.id, [{ title: "B", status: "inactive" }, { title: "C" }, {}]);
    for (const each of [id, ...more.slice(0, 2)]) await tenant.post(`/products/${each}/entities/${entity}`);
    const products = async (query = "") => (await tenant.get(`/entities/${entity}/products${query}`)).body;
    const idsIn = (body: { items: { id: string }[] }) => body.items.map((each) => each.id);

    expect(idsIn(await products())).toEqual([more[1], more[0], id] as string[]);
    const first = await products("?per_page=2");
    expect([first.meta.total, idsIn(first).length]).toEqual([3, 2]);
    expect(idsIn(await products(`?per_page=2&cursor=${first.meta.next_cursor}`))).toEqual([id]);
    expect(idsIn(await products("?is_active=false"))).toEqual([more[0] ?? ""]);
    await tenant.delete(`/products/${more[1]}`);
    expect((await products()).meta.total).toBe(2);
    await tenant.delete(at(entity));
    expect(idsIn(await products())).toEqual([more[0] ?? ""]);
    expect((await tenant.get(`/entities/${entity}/products?per_page=101`)).status).toBe(400);
  });

  test("S16.1 keep it from being deleted, unless by force", async () => {
    const { tenant, id, entity, at, list } = await givenOverlay();
    await tenant.put(at(entity), SAID);
    await tenant.put(`/products/${id}/content-variants/en?entity_id=${entity}`, { title: "T" });
    const refused = await tenant.delete(`/entities/${entity}`);
    expect(refusal(refused)).toEqual([409, "INVALID_STATE"]);
    expect(refused.body.error.details).toMatchObject({ current_state: "has_members", members: 1 });
    expect((await tenant.delete(`/entities/${entity}?force=true`)).status).toBe(204);
    expect((await list()).total).toBe(1);
    expect((await tenant.get(`/products/${id}/content-variants`)).body.total).toBe(0);
  });

  test("go with the product that is erased", async () => {
    const { tenant, id, entity, at } = await givenOverlay();
    await tenant.put(at(entity), SAID);
    await tenant.delete(`/products/${id}?permanent=true`);
    expect((await tenant.delete(`/entities/${entity}`)).status).toBe(204);
  });
});

test("D2-073 S16.14 the price is that of the entity's list, once there is one", async () => {
  const { tenant, id, entity, at, list } = await givenOverlay();
  await tenant.patch(`/entities/${entity}`, { price_channel: "retail" });
  const price_list_id = services.newId();
  await services.write(addPriceList, tenant.id, { id: price_list_id, name: "Retail", channel: "retail" });
  expect((await tenant.get(at(entity))).body).toMatchObject({ price: 1.5, price_source: "base" });
  await tenant.post(`/products/${id}/repricing/apply`, { price_list_id, target_price: 0.99 });
  const shown = { price: 0.99, currency: "EUR", price_source: "price_list" };
  expect((await tenant.get(at(entity))).body).toMatchObject(shown);
  expect((await list()).items.map((each: { price_source: string }) => each.price_source)).toEqual([
    "base",
    "price_list",
  ]);
});
