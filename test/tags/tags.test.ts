import { describe, expect, test } from "bun:test";
import { addProducts } from "../add-products.ts";
import { newTenant, services } from "../harness.ts";
import { faults } from "../products/given.ts";
import { changedAt, makeProducts, productCount } from "../resource/products-of.ts";

async function given(count: number, ...names: string[]) {
  const tenant = await newTenant();
  const ids = await makeProducts(tenant, ...Array.from({ length: count }, () => ({})));
  const tags: string[] = [];
  for (const name of names) tags.push((await tenant.post("/product-tags", { name })).body.id);
  const [id = ""] = ids;
  const [tag = ""] = tags;
  return { tenant, ids, id, tags, tag, path: `/products/${id}/tags` };
}
const names = ({ body }: { body: { tags: { name: string }[] } }) => body.tags.map(({ name }) => name);

describe("/products/{product_id}/tags", () => {
  test("S24.5 POST adds by id and by name, and makes the names that no tag has", async () => {
    const { tenant, id, tag, path } = await given(1, "Summer");

    const added = await tenant.post(path, { tag_ids: [tag], names: ["Été", "SUMMER", " new "] });

    expect([added.status, added.body.product_id, names(added)]).toEqual([200, id, ["Été", "new", "Summer"]]);
    expect((await tenant.get(path)).body).toEqual(added.body);
    expect((await tenant.get(`/products/${id}`)).body.tags).toEqual(added.body.tags);
    expect((await tenant.get("/product-tags")).body.meta.total).toBe(3);
    expect(names(await tenant.post(path, { names: ["ete", "more"] }))).toEqual(["Été", "more", "new", "Summer"]);
  });

  test("S24.5 PUT replaces, an empty list takes all off", async () => {
    const { tenant, tag, path } = await given(1, "Summer");
    await tenant.post(path, { names: ["A", "B"] });
    expect(names(await tenant.put(path, { tag_ids: [tag], names: ["b"] }))).toEqual(["B", "Summer"]);
    expect(names(await tenant.put(path, { tag_ids: [] }))).toEqual([]);
  });

  test("S11.5 S11.6 a change moves the product on and is in its history; one to what is there already is none", async () => {
    const { tenant, id, path } = await given(1);
    const before = await changedAt(tenant, id);
    await tenant.post(path, { names: ["A"] });
    const after = await changedAt(tenant, id);
    expect(after > before).toBe(true);
    const { body: history } = await tenant.get(`/products/${id}/history`);
    expect(JSON.stringify(history.items[0])).toContain("tags");
    await tenant.post(path, { names: ["a"] });
    expect(await changedAt(tenant, id)).toBe(after);
  });

  test("DELETE takes one off; the tag itself stays", async () => {
    const { tenant, tag, path } = await given(1, "Summer");
    await tenant.post(path, { tag_ids: [tag] });
    expect((await tenant.delete(`${path}/${tag}`)).status).toBe(204);
    expect((await tenant.delete(`${path}/${tag}`)).status).toBe(404);
    expect((await tenant.get(`/product-tags/${tag}`)).body.product_count).toBe(0);
  });

  test("refuses unknown ids, names without a letter, a body that names none, and more than 50", async () => {
    const { tenant, path } = await given(1);
    const foreign = (await (await newTenant()).post("/product-tags", { name: "Foreign" })).body.id;
    for (const [body, fields] of [
      [{ tag_ids: [crypto.randomUUID()] }, ["tag_ids.0"]],
      [{ tag_ids: [foreign] }, ["tag_ids.0"]],
      [{ names: ["a", " "] }, ["names.1"]],
      [{ names: ["x".repeat(101)] }, ["names.0"]],
      [{}, ["tag_ids"]],
    ] as const) {
      const answer = await tenant.post(path, body);
      expect([answer.status, faults(answer)]).toEqual([422, [...fields]]);
    }
    const many = Array.from({ length: 50 }, (_, index) => `T${index}`);
    expect((await tenant.post(path, { names: many })).status).toBe(200);
    const answer = await tenant.post(path, { names: ["one more"] });
    expect([answer.status, faults(answer)]).toEqual([422, ["names"]]);
    expect((await tenant.get("/product-tags?search=one")).body.meta.total).toBe(0);
  });

  test("404 for an unknown, a deleted and another tenant's product; 403 for a caller who may only read", async () => {
    const { tenant, id, tag, path } = await given(1, "Summer");
    const other = await newTenant();
    for (const client of [other]) {
      expect((await client.get(path)).status).toBe(404);
      expect((await client.post(path, { names: ["A"] })).status).toBe(404);
      expect((await client.delete(`${path}/${tag}`)).status).toBe(404);
    }
    const viewer = await tenant.as("viewer");
    expect((await viewer.get(path)).status).toBe(200);
    for (const answer of [await viewer.put(path, { names: [] }), await viewer.delete(`${path}/${tag}`)]) {
      expect(answer.status).toBe(403);
    }
    await tenant.delete(`/products/${id}`);
    expect((await tenant.get(path)).body.error.error_code).toBe("PRODUCT_NOT_FOUND");
  });
});

describe("tags and their products", () => {
  test("tag_id lists the products of any of the tags; product_count follows them", async () => {
    const { tenant, ids, tags } = await given(3, "A", "B");
    await tenant.post(`/products/${ids[0]}/tags`, { tag_ids: tags });
    await tenant.post(`/products/${ids[1]}/tags`, { tag_ids: [tags[1]] });
    const total = async (query: string) => (await tenant.get(`/products?${query}`)).body.meta.total;
    expect([await total(`tag_id=${tags[0]}`), await total(`tag_id=${tags[1]}`)]).toEqual([1, 2]);
    expect(await total(`tag_id=${tags[0]}&tag_id=${tags[1]}`)).toBe(2);
    expect(await total(`tag_id=${crypto.randomUUID()}`)).toBe(0);
    const counts = async () => [
      await productCount(tenant, `/product-tags/${tags[0]}`),
      await productCount(tenant, `/product-tags/${tags[1]}`),
    ];
    expect(await counts()).toEqual([1, 2]);
    await tenant.delete(`/products/${ids[0]}`);
    expect(await counts()).toEqual([0, 1]);
    await tenant.post(`/products/${ids[0]}/restore`);
    await tenant.delete(`/products/${ids[1]}?permanent=true`);
    expect(await counts()).toEqual([1, 1]);
  });

  test("another name or colour shows in the products", async () => {
    const { tenant, id, tag, path } = await given(1, "Summer");
    await tenant.post(path, { tag_ids: [tag] });
    const before = await changedAt(tenant, id);
    await tenant.patch(`/product-tags/${tag}`, { name: "Winter", color: "#ABCDEF" });
    const { body } = await tenant.get(`/products/${id}`);
    expect([body.tags[0].name, body.tags[0].color, body.updated_at > before]).toEqual(["Winter", "#abcdef", true]);
  });

  test("S24.5 a deleted tag is taken off all its products, however many", async () => {
    const { tenant } = await given(0);
    const ids = await services.write(
      addProducts,
      tenant.id,
      Array.from({ length: 702 }, () => ({})),
    );
    const { body: tag } = await tenant.post("/product-tags", { name: "Summer" });
    await tenant.post("/product-tags/bulk-assign", { product_ids: ids, add: [tag.id] });
    const before = await changedAt(tenant, ids[0] ?? "");
    expect((await tenant.delete(`/product-tags/${tag.id}`)).status).toBe(204);
    const { body } = await tenant.get(`/products/${ids[0]}`);
    expect([body.tags, body.updated_at > before]).toEqual([[], true]);
    expect((await tenant.get(`/products?tag_id=${tag.id}`)).body.meta.total).toBe(0);
  });
});

describe("POST /product-tags/bulk-assign", () => {
  const path = "/product-tags/bulk-assign";

  test("S24.5 adds and removes, and names the missing products", async () => {
    const { tenant, ids, tags } = await given(2, "A", "B");
    await tenant.post(`/products/${ids[0]}/tags`, { tag_ids: [tags[1]] });
    const unknown = crypto.randomUUID();
    const untouched = await changedAt(tenant, ids[1] ?? "");

    const { status, body } = await tenant.post(path, { product_ids: [...ids, unknown, ids[0]], remove: [tags[1]] });
    expect([status, body]).toEqual([200, { updated: 2, not_found: [unknown] }]);
    expect((await tenant.get(`/products/${ids[0]}/tags`)).body.tags).toEqual([]);
    expect(await changedAt(tenant, ids[1] ?? "")).toBe(untouched);

    await tenant.post(path, { product_ids: ids, add: [tags[0]], remove: [tags[0], tags[1]] });
    for (const id of ids) expect(names(await tenant.get(`/products/${id}/tags`))).toEqual(["A"]);
  });

  test("refuses unknown tags, no tags, no products and too many tags, and then changes nothing", async () => {
    const { tenant, ids, id, tag, path: own } = await given(1, "A");
    await tenant.post(own, { names: Array.from({ length: 50 }, (_, index) => `T${index}`) });
    for (const [body, field] of [
      [{ product_ids: ids, add: [tag, crypto.randomUUID()] }, "add.1"],
      [{ product_ids: ids, remove: [crypto.randomUUID()] }, "remove.0"],
      [{ product_ids: ids }, "add"],
      [{ product_ids: [], add: [tag] }, "product_ids"],
      [{ product_ids: ids, add: [tag] }, "product_ids.0"],
    ] as const) {
      const answer = await tenant.post(path, body);
      expect([answer.status, faults(answer)]).toEqual([422, [field]]);
    }
    expect((await tenant.get(`/products/${id}/tags`)).body.tags).toHaveLength(50);
  });

  test("another tenant's products are not found; who may only read is refused", async () => {
    const { ids } = await given(1);
    const { tenant, tag } = await given(0, "A");
    expect((await tenant.post(path, { product_ids: ids, add: [tag] })).body).toEqual({ updated: 0, not_found: ids });
    const reader = await tenant.withScopes("products:read");
    expect((await reader.post(path, { product_ids: ids, add: [tag] })).status).toBe(403);
  });
});
