import { describe, expect, test } from "bun:test";
import { RELATIONSHIP_TYPES } from "../../src/products/relations/relation.ts";
import { clock } from "../harness.ts";
import { faults, given } from "../products/given.ts";

/** Products `a`, `b`, `c` of one tenant, and a way to relate them. */
async function givenThree() {
  const { tenant, ids } = await given({ title: "A" }, { title: "B", priceCents: 150, ean: "x" }, { title: "C" });
  const [a = "", b = "", c = ""] = ids;
  const relate = (from: string, to: string, relationship_type = "accessory", priority?: number) =>
    tenant.post(`/products/${from}/relations`, { related_product_id: to, relationship_type, priority });
  const list = async (of: string, query = "") => (await tenant.get(`/products/${of}/relations${query}`)).body;
  return { tenant, a, b, c, relate, list };
}
const refusal = ({ status, body }: { status: number; body: { error: { error_code: string } } }) => [
  status,
  body.error.error_code,
];

const MADE_UP = { related_product_id: "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01", relationship_type: "accessory" };

test("D2-064 D2-066 POST relates, GET lists with the related product", async () => {
  const { a, b, relate, list } = await givenThree();
  const { status, body, headers } = await relate(a, b, "spare_part", 3);

  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(String),
    product_id: a,
    related_product_id: b,
    relationship_type: "spare_part",
    priority: 3,
    created_at: expect.any(String),
  });
  expect(headers.get("location")).toBe(`/api/v1/products/${a}/relations/${body.id}`);
  const related_product = { id: b, ean: "x", title: "B", price: 1.5, is_active: true, primary_image_url: null };
  expect(await list(a)).toEqual({ product_id: a, items: [{ ...body, related_product }], total: 1 });
});

test("D2-069 relations are directed", async () => {
  const { a, b, relate, list } = await givenThree();
  await relate(a, b);
  expect((await list(b)).items).toEqual([]);
  expect((await relate(b, a)).status).toBe(201);
});

test("D2-066 S17.1 lists by type in the documented order, then priority, then age", async () => {
  const { tenant, a, b, c, relate, list } = await givenThree();
  for (const type of RELATIONSHIP_TYPES.toReversed()) {
    clock.nowMs += 1;
    await relate(a, b, type, 1);
    clock.nowMs += 1;
    await relate(a, c, type, type === "up_sell" ? 0 : 1);
  }
  const order = (body: { items: { relationship_type: string; related_product_id: string }[] }) =>
    body.items.map((each) => [each.relationship_type, each.related_product_id === b ? "B" : "C"]);

  const expected = RELATIONSHIP_TYPES.flatMap((type) => {
    const both = [
      [type, "B"],
      [type, "C"],
    ];
    return type === "up_sell" ? both.toReversed() : both;
  });
  expect(order(await list(a))).toEqual(expected);
  expect(order(await list(a, "?relationship_type=up_sell"))).toEqual([
    ["up_sell", "C"],
    ["up_sell", "B"],
  ]);
  expect((await tenant.get(`/products/${a}/relations?relationship_type=friend`)).status).toBe(400);
});

test("S17.1 leaves relations to deleted products out until they are restored", async () => {
  const { tenant, a, b, relate, list } = await givenThree();
  await relate(a, b);
  await tenant.delete(`/products/${b}`);
  expect((await list(a)).total).toBe(0);
  await tenant.post(`/products/${b}/restore`);
  expect((await list(a)).total).toBe(1);
  await tenant.delete(`/products/${b}?permanent=true`);
  expect((await list(a)).total).toBe(0);
});

test("D2-067 S17.2 refuses itself, an unknown or deleted product, and the same again", async () => {
  const { tenant, a, b, c, relate } = await givenThree();
  const itself = await relate(a, a);
  expect([itself.status, faults(itself)]).toEqual([422, ["related_product_id"]]);
  expect(refusal(await relate(a, crypto.randomUUID()))).toEqual([404, "PRODUCT_NOT_FOUND"]);
  await tenant.delete(`/products/${c}`);
  expect(refusal(await relate(a, c))).toEqual([404, "PRODUCT_NOT_FOUND"]);
  const stranger = await given({});
  expect(refusal(await relate(a, stranger.id))).toEqual([404, "PRODUCT_NOT_FOUND"]);

  const { body } = await relate(a, b);
  const again = await relate(a, b);
  expect(refusal(again)).toEqual([409, "DUPLICATE_RESOURCE"]);
  expect(again.body.error.details).toMatchObject({ field: "related_product_id", value: b, existing_id: body.id });
  expect((await relate(a, b, "up_sell")).status).toBe(201);
});

test.each([
  [{}, ["related_product_id", "relationship_type"]],
  [{ ...MADE_UP, relationship_type: "friend" }, ["relationship_type"]],
  [{ ...MADE_UP, related_product_id: "x" }, ["related_product_id"]],
  [{ ...MADE_UP, priority: -1 }, ["priority"]],
  [{ ...MADE_UP, priority: 1.5 }, ["priority"]],
])("D2-065 POST refuses %j", async (body, fields) => {
  const { tenant, a } = await givenThree();
  const answer = await tenant.post(`/products/${a}/relations`, body);
  expect([answer.status, faults(answer)]).toEqual([422, fields]);
});

describe("PATCH", () => {
  test("S17.2 changes type and priority, and refuses what is there already", async () => {
    const { tenant, a, b, relate } = await givenThree();
    const { body, headers } = await relate(a, b);
    const path = `/products/${a}/relations/${body.id}`;

    expect((await tenant.patch(path, { priority: 4 })).body).toEqual({ ...body, priority: 4 });
    expect((await tenant.patch(path, { relationship_type: "replacement" })).body).toEqual({
      ...body,
      priority: 4,
      relationship_type: "replacement",
    });
    await relate(a, b);
    expect(refusal(await tenant.patch(path, { relationship_type: "accessory" }))).toEqual([409, "DUPLICATE_RESOURCE"]);
    const stale = await tenant.patch(path, { priority: 5 }, { "if-match": headers.get("etag") ?? "" });
    expect(stale.status).toBe(412);
  });

  test("S11.6 a change to what is there is none", async () => {
    const { tenant, a, b, relate } = await givenThree();
    const { body } = await relate(a, b);
    const { body: before } = await tenant.get(`/products/${a}`);
    await tenant.patch(`/products/${a}/relations/${body.id}`, { priority: 0, relationship_type: "accessory" });
    expect((await tenant.get(`/products/${a}`)).body.updated_at).toBe(before.updated_at);
    await tenant.patch(`/products/${a}/relations/${body.id}`, { priority: 1 });
    expect((await tenant.get(`/products/${a}`)).body.updated_at > before.updated_at).toBe(true);
  });
});

test("D2-068 DELETE takes the relation of this product away, once", async () => {
  const { tenant, a, b, relate, list } = await givenThree();
  const { body } = await relate(a, b);
  expect((await tenant.delete(`/products/${b}/relations/${body.id}`)).status).toBe(404);
  expect((await tenant.delete(`/products/${a}/relations/${body.id}`)).status).toBe(204);
  expect((await list(a)).total).toBe(0);
  expect((await tenant.delete(`/products/${a}/relations/${body.id}`)).status).toBe(404);
});
