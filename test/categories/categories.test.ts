import { describe, expect, test } from "bun:test";
import { addProducts } from "../add-products.ts";
import { newTenant, services } from "../harness.ts";
import { faults } from "../products/given.ts";
import { changedAt, makeProducts, productCount } from "../resource/products-of.ts";

/** Home > Chairs > Oak and Garden; a product in each of the first three. */
async function given() {
  const tenant = await newTenant();
  const make = async (name: string, parent?: { id: string }) =>
    (await tenant.post("/categories", { name, parent_id: parent?.id ?? null })).body;
  const home = await make("Home");
  const chairs = await make("Chairs", home);
  const oak = await make("Oak", chairs);
  const garden = await make("Garden");
  const ids = await makeProducts(tenant, ...[home, chairs, oak].map(({ id }) => ({ category_id: id })));
  return { tenant, make, home, chairs, oak, garden, ids };
}
type Given = Awaited<ReturnType<typeof given>>;

const read = async ({ tenant }: Given, { id }: { id: string }) => (await tenant.get(`/categories/${id}`)).body;
const names = ({ body }: { body: { items: { name: string }[] } }) => body.items.map(({ name }) => name).toSorted();

describe("the tree of categories", () => {
  test("D2-182 knows level and path; lists all levels, one level, or what lies below", async () => {
    const it = await given();
    expect(it.oak).toMatchObject({ level: 2, path: "Home > Chairs > Oak", parent_id: it.chairs.id });
    const list = async (query: string) => names(await it.tenant.get(`/categories${query}`));
    expect(await list("")).toEqual(["Chairs", "Garden", "Home", "Oak"]);
    expect(await list("?flat=false")).toEqual(["Garden", "Home"]);
    expect(await list(`?parent_id=${it.home.id}`)).toEqual(["Chairs"]);
    expect(await list(`?parent_id=${it.home.id}&flat=true`)).toEqual(["Chairs", "Oak"]);
    expect((await it.tenant.get(`/categories?parent_id=${crypto.randomUUID()}`)).status).toBe(404);
  });

  test("S24.3 /categories/tree nests them by sort order and name", async () => {
    const it = await given();
    await it.tenant.patch(`/categories/${it.garden.id}`, { sort_order: -1 });
    const { body } = await it.tenant.get("/categories/tree");
    const [first, second] = body;
    expect([body.length, first.name, second.name]).toEqual([2, "Garden", "Home"]);
    expect(second.children[0].children[0]).toMatchObject({ id: it.oak.id, level: 2, product_count: 1, children: [] });
    expect((await (await newTenant()).get("/categories/tree")).body).toEqual([]);
    expect((await (await it.tenant.withScopes("prices:read")).get("/categories/tree")).status).toBe(403);
  });

  test("D2-182 a move takes all below along, and the products notice another path", async () => {
    const it = await given();
    const before = await changedAt(it.tenant, it.ids[2] ?? "");

    const moved = await it.tenant.put(`/categories/${it.chairs.id}`, { parent_id: it.garden.id, name: "Seats" });

    expect(moved.body).toMatchObject({ level: 1, path: "Garden > Seats", slug: "chairs" });
    expect(await read(it, it.oak)).toMatchObject({ level: 2, path: "Garden > Seats > Oak" });
    const { body } = await it.tenant.get(`/products/${it.ids[2]}`);
    expect([body.category.path, body.updated_at > before]).toEqual(["Garden > Seats > Oak", true]);
    await it.tenant.put(`/categories/${it.chairs.id}`, { parent_id: null });
    expect(await read(it, it.oak)).toMatchObject({ level: 1, path: "Seats > Oak" });
  });

  test("S24.3 a category cannot lie below itself", async () => {
    const it = await given();
    for (const parent of [it.home, it.oak]) {
      const answer = await it.tenant.patch(`/categories/${it.home.id}`, { parent_id: parent.id });
      expect([answer.status, faults(answer)]).toEqual([422, ["parent_id"]]);
    }
  });

  test("S24.3 goes ten levels deep, by creation and by move", async () => {
    const it = await given();
    let deepest = it.garden;
    for (let level = 1; level < 10; level++) deepest = await it.make(`Level ${level}`, deepest);
    const eleventh = await it.tenant.post("/categories", { name: "Level 10", parent_id: deepest.id });
    const moved = await it.tenant.patch(`/categories/${it.chairs.id}`, { parent_id: deepest.parent_id });
    for (const answer of [eleventh, moved]) expect([answer.status, faults(answer)]).toEqual([422, ["parent_id"]]);
    expect((await it.tenant.patch(`/categories/${it.oak.id}`, { parent_id: deepest.parent_id })).status).toBe(200);
  });

  test("S24.3 names and slugs are unique among siblings only", async () => {
    const it = await given();
    expect((await it.tenant.post("/categories", { name: "Oak", parent_id: it.home.id })).status).toBe(201);
    const taken = await it.tenant.post("/categories", { name: "OAK", parent_id: it.home.id });
    expect([taken.status, taken.body.error.details.field]).toEqual([409, "name"]);
    const slug = await it.tenant.post("/categories", { name: "Other", slug: "oak", parent_id: it.home.id });
    expect([slug.status, slug.body.error.details.field]).toEqual([409, "slug"]);
    const alike = await it.tenant.post("/categories", { name: "Oak!", parent_id: it.home.id });
    expect(alike.body.slug).toMatch(/^oak-[0-9a-f]{8}$/);
    const moved = await it.tenant.patch(`/categories/${it.oak.id}`, { parent_id: it.home.id });
    expect(moved.status).toBe(409);
  });

  test("product_count counts what is right in it", async () => {
    const it = await given();
    expect(await productCount(it.tenant, `/categories/${it.home.id}`)).toBe(1);
    await it.tenant.patch(`/products/${it.ids[2]}`, { category_id: it.home.id });
    expect(await productCount(it.tenant, `/categories/${it.home.id}`)).toBe(2);
    expect(await productCount(it.tenant, `/categories/${it.oak.id}`)).toBe(0);
    await it.tenant.delete(`/products/${it.ids[2]}`);
    expect(await productCount(it.tenant, `/categories/${it.home.id}`)).toBe(1);
  });

  test("S24.3 /categories/{category_id}/products, with what lies below or without", async () => {
    const it = await given();
    const total = async (path: string) => (await it.tenant.get(`/categories/${path}`)).body.meta.total;
    expect(await total(`${it.home.id}/products`)).toBe(3);
    expect(await total(`${it.home.id}/products?include_descendants=false`)).toBe(1);
    expect(await total(`${it.home.id}/products?has_price=true`)).toBe(0);
    expect(await total(`${it.garden.id}/products`)).toBe(0);
    expect((await it.tenant.get(`/categories/${crypto.randomUUID()}/products`)).status).toBe(404);
    expect((await (await newTenant()).get(`/categories/${it.home.id}/products`)).status).toBe(404);
  });
});

describe("DELETE /categories/{category_id}", () => {
  test("D2-181 one with children or products is deleted only when it is said what becomes of them", async () => {
    const it = await given();
    const refused = await it.tenant.delete(`/categories/${it.home.id}`);
    expect([refused.status, refused.body.error.error_code]).toEqual([409, "INVALID_STATE"]);
    expect(refused.body.error.details).toMatchObject({ product_count: 1, children_count: 1 });
  });

  test("force moves its children up and leaves its products without a category", async () => {
    const it = await given();
    expect((await it.tenant.delete(`/categories/${it.chairs.id}?force=true`)).status).toBe(204);
    expect(await read(it, it.oak)).toMatchObject({ parent_id: it.home.id, path: "Home > Oak", level: 1 });
    const { body } = await it.tenant.get(`/products/${it.ids[1]}`);
    expect(body.category).toBe(null);
    expect((await it.tenant.get(`/products/${it.ids[1]}/completeness`)).body.score).toBe(body.completeness_score);
    expect((await it.tenant.get(`/products/${it.ids[2]}`)).body.category.path).toBe("Home > Oak");
  });

  test.each(["parent", "garden"])("reassign_to=%s takes products and children", async (to) => {
    const it = await given();
    const target = to === "parent" ? it.home : it.garden;
    const place = to === "parent" ? to : it.garden.id;
    expect((await it.tenant.delete(`/categories/${it.chairs.id}?reassign_to=${place}`)).status).toBe(204);
    expect(await read(it, it.oak)).toMatchObject({ parent_id: target.id, path: `${target.name} > Oak` });
    expect((await it.tenant.get(`/products/${it.ids[1]}`)).body.category_id).toBe(target.id);
    const { body: log } = await it.tenant.admin.get("/audit-log?action=category.deleted");
    expect(log.items[0]).toMatchObject({ resource_id: it.chairs.id, details: { reassigned_to: target.id } });
  });

  test("refuses itself, what lies below it and what there is not; a name that would be there twice changes nothing", async () => {
    const it = await given();
    const place = (query: string) => it.tenant.delete(`/categories/${it.chairs.id}?${query}`);
    expect((await place(`reassign_to=${it.chairs.id}`)).status).toBe(400);
    expect((await place(`reassign_to=${it.oak.id}`)).status).toBe(400);
    expect((await place("reassign_to=none")).status).toBe(400);
    expect((await place(`reassign_to=${crypto.randomUUID()}`)).status).toBe(404);
    await it.make("Oak", it.home);
    expect((await place("force=true")).status).toBe(409);
    expect((await it.tenant.get(`/products/${it.ids[1]}`)).body.category_id).toBe(it.chairs.id);
  });

  test("one of more than one chunk is emptied and deleted", async () => {
    const tenant = await newTenant();
    const stated = Array.from({ length: 1_003 }, () => ({ category: "Home", completenessScore: 25 }));
    await services.write(addProducts, tenant.id, stated);
    const { body: list } = await tenant.get("/categories");
    expect((await tenant.delete(`/categories/${list.items[0].id}?force=true`)).status).toBe(204);
    expect((await tenant.get("/products?without_category=true&per_page=1")).body.meta.total).toBe(1_003);
  });
});
