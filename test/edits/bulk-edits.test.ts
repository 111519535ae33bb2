import { expect, test } from "bun:test";
import { addProducts } from "../add-products.ts";
import { newTenant, runJobs, services } from "../harness.ts";

const PATH = "/products/bulk/edits";

async function given(count: number, more: object = {}) {
  const tenant = await newTenant();
  const ids = await services.write(
    addProducts,
    tenant.id,
    Array.from({ length: count }, (_, index) => ({ title: `Lamp ${String(index).padStart(4, "0")}`, ...more })),
  );
  const edit = async (body: object) => {
    const made = await tenant.post(PATH, body);
    await runJobs();
    return made;
  };
  const read = async (id: string) => (await tenant.get(`${PATH}/${id}`)).body;
  return { tenant, ids, edit, read };
}

test("a bulk edit changes all products of its filter, page by page, and its undo gives them their former values", async () => {
  const { tenant, ids, edit, read } = await given(450, { priceCents: 1_250 });
  await tenant.patch(`/products/${ids[3]}`, { price: 20, color: "red" });

  const { status, body, headers } = await edit({ filter: { search: "lamp" }, fields: { price: 20, color: "green" } });
  expect([status, body.status, body.total, headers.get("location")]).toEqual([
    202,
    "running",
    450,
    `/api/v1${PATH}/${body.id}`,
  ]);
  expect(await read(body.id)).toMatchObject({
    status: "completed",
    changed: 450,
    unchanged: 0,
    failed: 0,
    fields: { price: 20, color: "green" },
  });
  const product = async (id: string | undefined) => (await tenant.get(`/products/${id}`)).body;
  expect(await product(ids[0])).toMatchObject({ price: 20, color: "green" });
  // What somebody changes afterwards stays.
  await tenant.patch(`/products/${ids[1]}`, { color: "blue" });

  expect((await tenant.post(`${PATH}/${body.id}/undo`)).status).toBe(202);
  await runJobs();
  expect(await read(body.id)).toMatchObject({ status: "undone", restored: 449, kept: 1 });
  expect(await product(ids[0])).toMatchObject({ price: 12.5, color: null });
  expect(await product(ids[1])).toMatchObject({ price: 12.5, color: "blue" });
  expect(await product(ids[3])).toMatchObject({ price: 20, color: "red" });
  expect((await tenant.post(`${PATH}/${body.id}/undo`)).body.error.error_code).toBe("INVALID_STATE");
});

test("the history names who has requested a bulk edit, and its undo", async () => {
  const { tenant, ids, edit } = await given(1);
  const { body } = await edit({ filter: { ids }, fields: { color: "green" } });
  await tenant.post(`${PATH}/${body.id}/undo`);
  await runJobs();

  const { body: history } = await tenant.get(`/products/${ids[0]}/history`);
  const of = history.items.slice(0, 2);
  expect(of.map(({ changes }: { changes: object }) => changes)).toEqual([
    [{ field: "color", old: "green", new: null }],
    [{ field: "color", old: null, new: "green" }],
  ]);
  expect(of.every(({ actor }: { actor: { kind: string } }) => actor.kind === "api_key")).toBe(true);
});

test("a bulk edit deletes, and its undo shows the products again; what was hidden before stays so", async () => {
  const { tenant, ids, edit, read } = await given(3);
  await tenant.delete(`/products/${ids[2]}`);

  const { body } = await edit({ filter: { include_deleted: true }, action: "delete" });
  expect(await read(body.id)).toMatchObject({ status: "completed", changed: 2 });
  expect((await tenant.get("/products")).body.meta.total).toBe(0);
  await tenant.post(`${PATH}/${body.id}/undo`);
  await runJobs();
  expect(await read(body.id)).toMatchObject({ status: "undone", restored: 2, kept: 0 });
  expect((await tenant.get("/products")).body.meta.total).toBe(2);
});

test("products that cannot be changed are counted and listed with why; those made later stay as they are", async () => {
  const { tenant, ids, edit, read } = await given(3);
  const { body } = await edit({ filter: { ids }, fields: { ean: "3017620422003" } });
  expect(await read(body.id)).toMatchObject({ status: "completed", changed: 1, failed: 2 });
  const first = (await tenant.get(`${PATH}/${body.id}/errors?limit=1`)).body;
  const rest = (await tenant.get(`${PATH}/${body.id}/errors?limit=1&cursor=${first.next_cursor}`)).body;
  expect([first.total, first.items[0].error_code, rest.items[0].error_code]).toEqual([
    2,
    "DUPLICATE_EAN",
    "DUPLICATE_EAN",
  ]);
  expect(new Set([...first.items, ...rest.items].map(({ product_id: id }) => id)).size).toBe(2);
});

test("a cancelled bulk edit changes nothing more, and can be undone", async () => {
  const { tenant, ids, read } = await given(2);
  const { body } = await tenant.post(PATH, { filter: {}, fields: { color: "green" } });
  expect((await tenant.post(`${PATH}/${body.id}/cancel`)).body.status).toBe("cancelled");
  await runJobs();
  expect((await tenant.get(`/products/${ids[0]}`)).body.color).toBeNull();
  expect((await tenant.post(`${PATH}/${body.id}/undo`)).status).toBe(202);
  await runJobs();
  expect(await read(body.id)).toMatchObject({ status: "undone", restored: 0 });
});

test("what is wrong in a bulk edit is named before anything is changed", async () => {
  const { tenant } = await given(1);
  const problems = async (body: object) => {
    const { status, body: answer } = await tenant.post(PATH, body);
    return [status, ...answer.error.details.map(({ field }: { field: string }) => field)];
  };
  expect(await problems({ fields: { color: "red" } })).toEqual([422, "filter"]);
  expect(await problems({ filter: { colour: "x" }, fields: { color: "red" } })).toEqual([422, "filter.colour"]);
  expect(await problems({ filter: {} })).toEqual([422, "fields"]);
  expect(await problems({ filter: {}, fields: { colour: "red" } })).toEqual([422, "fields.colour"]);
  expect(await problems({ filter: {}, fields: { price: -1 } })).toEqual([422, "fields.price"]);
  expect(await problems({ filter: {}, fields: { ean: "123" } })).toEqual([422, "fields.ean"]);
  expect(await problems({ filter: {}, fields: { brand_name: "Nobody" } })).toEqual([422, "brand_name"]);
  expect(await problems({ filter: {}, action: "delete", fields: { price: 1 } })).toEqual([422, "fields"]);
});

test("who may not delete edits, but does not delete; nor does another tenant see it", async () => {
  const { tenant, ids, edit } = await given(1);
  const editor = await tenant.as("editor");
  expect((await editor.post(PATH, { filter: { ids }, fields: { color: "green" } })).status).toBe(202);
  expect((await editor.post(PATH, { filter: { ids }, action: "delete" })).body.error.error_code).toBe(
    "PERMISSION_DENIED",
  );
  const { body } = await edit({ filter: { ids }, action: "delete" });
  expect((await editor.post(`${PATH}/${body.id}/undo`)).body.error.error_code).toBe("PERMISSION_DENIED");
  expect((await (await newTenant()).post(`${PATH}/${body.id}/undo`)).status).toBe(404);
});

test("a bulk edit gives and takes tags; its undo leaves what somebody has tagged since", async () => {
  const { tenant, ids, edit, read } = await given(3);
  const tag = async (name: string) => (await tenant.post("/product-tags", { name })).body.id as string;
  const [sale, old] = [await tag("Sale"), await tag("Old")];
  await tenant.post("/product-tags/bulk-assign", { product_ids: [ids[0], ids[1]], add: [old] });
  const tagsOf = async (id: string | undefined) =>
    (await tenant.get(`/products/${id}/tags`)).body.tags.map(({ name }: { name: string }) => name).toSorted();

  const fields = { add: [sale.toUpperCase()], remove: [old] };
  const { status, body } = await edit({ filter: { ids }, action: "tag", fields });
  expect([status, body.action]).toEqual([202, "tag"]);
  expect(await read(body.id)).toMatchObject({ status: "completed", changed: 3, failed: 0 });
  expect([await tagsOf(ids[0]), await tagsOf(ids[2])]).toEqual([["Sale"], ["Sale"]]);
  const again = await edit({ filter: { ids }, action: "tag", fields });
  expect(await read(again.body.id)).toMatchObject({ changed: 0, unchanged: 3 });
  await tenant.post("/product-tags/bulk-assign", { product_ids: [ids[1]], add: [old] });

  await tenant.post(`${PATH}/${body.id}/undo`);
  await runJobs();
  expect(await read(body.id)).toMatchObject({ status: "undone", restored: 2, kept: 1 });
  expect([await tagsOf(ids[0]), await tagsOf(ids[1]), await tagsOf(ids[2])]).toEqual([["Old"], ["Old"], []]);
});

test("a bulk edit runs a workflow action; what cannot be moved is listed, and the action is not undone", async () => {
  const { tenant, ids, edit, read } = await given(3);
  await tenant.post(`/products/${ids[0]}/workflow/submit`, {});

  const { body } = await edit({ filter: { ids }, action: "move", fields: { action: "submit", comment: "Spring" } });
  expect(await read(body.id)).toMatchObject({ status: "completed", changed: 2, failed: 1 });
  const { items } = (await tenant.get(`${PATH}/${body.id}/errors`)).body;
  expect(items.map((each: { product_id: string; error_code: string }) => [each.product_id, each.error_code])).toEqual([
    [ids[0], "INVALID_STATE"],
  ]);
  const { body: state } = await tenant.get(`/products/${ids[1]}/workflow`);
  expect([state.status, state.history[0].comment, state.history[0].by.kind]).toEqual(["review", "Spring", "api_key"]);
  expect((await tenant.post(`${PATH}/${body.id}/undo`)).body.error).toMatchObject({ error_code: "INVALID_STATE" });
  const editor = await tenant.as("editor");
  const publish = { filter: { ids }, action: "move", fields: { action: "publish" } };
  expect((await editor.post(PATH, publish)).status).toBe(403);
});

test.each([
  ["tag", {}, "fields"],
  ["tag", { add: ["x"] }, "fields.add.0"],
  ["tag", { give: [] }, "fields.give"],
  ["tag", { add: ["01a229a3-536c-7000-8adf-d598966471f1"] }, "fields.add.0"],
  ["move", {}, "fields"],
  ["move", { action: "sell" }, "fields.action"],
])("a bulk edit refuses %s with %j and names %s", async (action, fields, field) => {
  const { tenant, ids } = await given(1);
  const { status, body } = await tenant.post(PATH, { filter: { ids }, action, fields });
  expect([status, body.error.details.map((each: { field: string }) => each.field)]).toEqual([422, [field]]);
});
