import { describe, expect, test } from "bun:test";
import { EVERY_TENANT } from "../../db/ports.ts";
import { revertPart } from "../../src/imports/revert/revert-import.ts";
import { rescueJobs } from "../../src/jobs/lifecycle.ts";
import { runJob } from "../../workers/run-job.ts";
import { claimJobOf, newTenant, runJobs, services } from "../harness.ts";
import { dyingThread } from "./dying-thread.ts";
import { EANS, HEADER, importFile, lines, MAPPING, prepare, type Tenant } from "./import-client.ts";

/** Takes an import back, or sees what that would do, and answers how it ended. */
async function revert(tenant: Tenant, id: string, query = "") {
  const started = await tenant.post(`/imports/${id}/revert${query}`);
  expect([started.status, started.body.status]).toEqual([202, "processing"]);
  await runJobs();
  return (await tenant.get(`/imports/${id}/revert`)).body;
}

const leftOf = async (tenant: Tenant, id: string) =>
  (await tenant.get(`/imports/${id}/revert/left`)).body.items.map(
    ({ name, reason, fields }: { name: string; reason: string; fields: string[] }) => ({ name, reason, fields }),
  );

const products = async (tenant: Tenant) =>
  (await tenant.get("/products?per_page=100&sort_by=title&sort_order=asc")).body.items ?? [];
const names = async (tenant: Tenant) => (await products(tenant)).map(({ title }: { title: string }) => title);
const found = async (tenant: Tenant, name: string) =>
  (await products(tenant)).find((each: { title: string }) => each.title === name);

describe("undoing an import", () => {
  test("gives a minimum price its former amount", async () => {
    const tenant = await newTenant();
    const { body: product } = await tenant.post("/products", { name: "Lantern", reference: "M-1" });
    await tenant.patch(`/prices/map/${product.id}`, { map_price: 59 });
    const done = await importFile(tenant, lines("sku,map", "M-1,54.50"), { mapping: { sku: "sku", map: "map_price" } });
    const amounts = async () => {
      const { items } = (await tenant.get(`/products/${product.id}/history?limit=1`)).body;
      return items[0].changes;
    };
    expect(await amounts()).toEqual([{ field: "map_price", old: 59, new: 54.5 }]);
    await revert(tenant, done.id);
    expect(await amounts()).toEqual([{ field: "map_price", old: 54.5, new: 59 }]);
  });

  test("deletes what it created and gives what it changed its former values", async () => {
    const tenant = await newTenant();
    const before = (
      await tenant.post("/products", {
        name: "Old name",
        reference: "S-1",
        barcode: EANS[0],
        price: 5,
        description: "Old",
      })
    ).body;
    const content = lines(HEADER, `${EANS[0]},S-1,New name,9.50,4`, `${EANS[1]},S-2,Made,2,3`);
    const done = await importFile(tenant, content, { mapping: MAPPING });
    expect([done.products_created, done.products_updated]).toEqual([1, 1]);

    const preview = await revert(tenant, done.id, "?preview=true");
    expect(preview).toMatchObject({
      status: "completed",
      is_preview: true,
      products_total: 2,
      products_processed: 2,
      products_deleted: 1,
      products_restored: 1,
      products_left: 0,
      progress_percent: 100,
    });
    expect(await names(tenant)).toEqual(["Made", "New name"]);

    const { is_preview: isPreview, ...counts } = await revert(tenant, done.id);
    expect(isPreview).toBe(false);
    expect(counts).toMatchObject({ products_deleted: 1, products_restored: 1, products_left: 0 });
    expect(await names(tenant)).toEqual(["Old name"]);
    const after = (await tenant.get(`/products/${before.id}`)).body;
    expect([after.price, after.stock, after.description]).toEqual([5, 0, "Old"]);
    const [entry] = (await tenant.get(`/products/${before.id}/history`)).body.items;
    expect(entry.actor.kind).toBe("api_key");
  });

  test("twice is refused, also while it runs; after a retry it may be undone again", async () => {
    const tenant = await newTenant();
    const content = lines(HEADER, `${EANS[0]},S-1,One,1,1`, "12,,Bad,1,1");
    const { id } = await importFile(tenant, content, { mapping: MAPPING });
    await tenant.post(`/imports/${id}/revert`);
    const meanwhile = [
      await tenant.post(`/imports/${id}/revert`),
      await tenant.post(`/imports/${id}/retry`),
      await tenant.delete(`/imports/${id}`),
    ];
    expect(meanwhile.map(({ status, body }) => [status, body.error.error_code])).toEqual(
      Array.from({ length: 3 }, () => [409, "INVALID_STATE"]),
    );
    await runJobs();
    expect((await tenant.post(`/imports/${id}/revert`)).status).toBe(409);
    expect((await tenant.post(`/imports/${id}/revert?preview=true`)).status).toBe(409);

    await tenant.post(`/imports/${id}/retry`);
    await runJobs();
    expect(await names(tenant)).toEqual(["One"]);
    expect(await revert(tenant, id)).toMatchObject({ products_deleted: 1, products_left: 0 });
    expect(await names(tenant)).toEqual([]);
  });

  test("is refused before the import has ended, and `none` before anybody asks", async () => {
    const tenant = await newTenant();
    const id = await prepare(tenant, lines(HEADER, `${EANS[0]},S-1,One,1,1`), { mapping: MAPPING });
    expect((await tenant.post(`/imports/${id}/revert`)).status).toBe(409);
    expect((await tenant.get(`/imports/${id}/revert`)).body).toMatchObject({ status: "none", started_at: null });
    expect((await tenant.get(`/imports/${id}/revert/left`)).body.items).toEqual([]);
  });

  test("leaves and lists what was touched later", async () => {
    const tenant = await newTenant();
    const old = (
      await tenant.post("/products", { name: "Known", reference: "S-1", barcode: EANS[0], price: 5, weight: 1 })
    ).body;
    const content = lines(
      "ean,sku,name,price,weight",
      `${EANS[0]},S-1,Known,9.50,2`,
      `${EANS[1]},S-2,Touched,2,1`,
      `${EANS[2]},S-3,Deleted,2,1`,
    );
    const done = await importFile(tenant, content, { mapping: { ...MAPPING, stock: undefined, weight: "weight" } });
    await tenant.patch(`/products/${old.id}`, { price: 12 });
    await tenant.patch(`/products/${old.id}`, { price: 9.5 });
    await tenant.patch(`/products/${(await found(tenant, "Touched")).id}`, { description: "Mine" });
    await tenant.delete(`/products/${(await found(tenant, "Deleted")).id}`);

    expect(await revert(tenant, done.id)).toMatchObject({
      products_total: 3,
      products_processed: 3,
      products_deleted: 0,
      products_restored: 1,
      products_left: 3,
    });
    expect(await leftOf(tenant, done.id)).toEqual([
      { name: "Known", reason: "changed_since", fields: ["price"] },
      { name: "Touched", reason: "changed_since", fields: [] },
      { name: "Deleted", reason: "deleted_since", fields: [] },
    ]);
    const after = (await tenant.get(`/products/${old.id}`)).body;
    expect([after.price, after.weight]).toEqual([9.5, 1]);
    expect(await names(tenant)).toEqual(["Known", "Touched"]);
  });

  test("gives back suppliers' terms, stock, tags and texts", async () => {
    const tenant = await newTenant();
    const header = "ean,name,stock,cost,reference,tags,name_en";
    const mapping = {
      ean: "ean",
      name: "name",
      stock: "stock",
      cost: "cost_price",
      reference: "supplier_reference",
      tags: "tags",
      name_en: { field: "name", language: "en" },
    };
    const plan = { mapping, fields: { supplier_code: "ACME" } };
    await importFile(tenant, lines(header, `${EANS[0]},One,3,1.50,A-1,red|blue,One EN`), plan);
    const second = await importFile(tenant, lines(header, `${EANS[0]},One,7,2.50,A-2,green,Two EN`), plan);
    const { id } = await found(tenant, "One");
    const shown = async () => {
      const { body } = await tenant.get(`/products/${id}/suppliers`);
      const [link] = body.items;
      const { stock, tags } = (await tenant.get(`/products/${id}`)).body;
      return { link, stock, tags: tags.map(({ name }: { name: string }) => name) };
    };
    const changed = await shown();
    expect(changed).toMatchObject({ stock: 7, tags: ["green"] });

    expect(await revert(tenant, second.id)).toMatchObject({ products_restored: 1, products_left: 0 });
    expect(await shown()).toMatchObject({ stock: 3, tags: ["blue", "red"] });
    expect((await shown()).link).toMatchObject({ supplier_reference: "A-1", cost_price: 1.5, stock: 3 });
  });

  test("clears terms that there were not before, and ends a link that there was not", async () => {
    const tenant = await newTenant();
    const mapping = { ean: "ean", name: "name", stock: "stock", cost: "cost_price", reference: "supplier_reference" };
    const header = "ean,name,stock,cost,reference";
    await importFile(tenant, lines(header, `${EANS[0]},One,,,A-1`), { mapping, fields: { supplier_code: "ACME" } });
    const priced = await importFile(tenant, lines(header, `${EANS[0]},One,5,2.50,`), {
      mapping,
      fields: { supplier_code: "ACME" },
    });
    const other = await importFile(tenant, lines(header, `${EANS[0]},One,2,9,B-1`), {
      mapping,
      fields: { supplier_code: "OTHER" },
    });
    const { id } = await found(tenant, "One");
    const offers = async () =>
      (await tenant.get(`/products/${id}/suppliers`)).body.items.map((each: Record<string, unknown>) =>
        [each["supplier_reference"], each["cost_price"], each["stock"]].join(),
      );
    expect((await offers()).toSorted()).toEqual(["A-1,2.5,5", "B-1,9,2"]);

    expect(await revert(tenant, other.id)).toMatchObject({ products_restored: 1, products_left: 0 });
    expect([await offers(), (await tenant.get(`/products/${id}`)).body.stock]).toEqual([["A-1,2.5,5"], 5]);
    expect(await revert(tenant, priced.id)).toMatchObject({ products_restored: 1, products_left: 0 });
    expect([await offers(), (await tenant.get(`/products/${id}`)).body.stock]).toEqual([["A-1,,0"], 0]);
  });

  test("hides again what it restored, and leaves an EAN that another product has taken", async () => {
    const tenant = await newTenant();
    // Its check digit is not right: a file may give the product another code.
    const wrong = "3400949497705";
    const hidden = (await tenant.post("/products", { name: "Hidden", reference: "S-1", barcode: EANS[0] })).body;
    await tenant.delete(`/products/${hidden.id}`);
    const moved = (await tenant.post("/products", { name: "Moved", reference: "S-2", barcode: wrong })).body;
    const content = lines("ean,sku,name", `${EANS[0]},S-1,Hidden`, `${EANS[2]},S-2,Moved`);
    const done = await importFile(tenant, content, { mapping: { ean: "ean", sku: "sku", name: "name" } });
    expect((await tenant.get(`/products/${moved.id}`)).body.ean).toBe(EANS[2]);
    await tenant.post("/products", { name: "Taker", barcode: wrong });

    await revert(tenant, done.id);
    expect(await leftOf(tenant, done.id)).toEqual([{ name: "Moved", reason: "code_taken", fields: ["barcode"] }]);
    expect(await names(tenant)).toEqual(["Moved", "Taker"]);
  });

  test.each([
    ["after", 200],
    ["before", 100],
  ] as const)("goes on when its thread dies %s a commit, and does nothing twice", async (when, processed) => {
    const tenant = await newTenant();
    const rows = Array.from({ length: 450 }, (_, row) => `undo-${row},Product ${row}`);
    const { id } = await importFile(tenant, lines("sku,name", ...rows), { mapping: { sku: "sku", name: "name" } });
    await tenant.post(`/imports/${id}/revert`);
    const { thread, died } = dyingThread({ mutation: revertPart.name, at: 2, when });
    void runJob(thread, await claimJobOf(tenant.id), new AbortController().signal);
    await died;
    await services.write(rescueJobs, EVERY_TENANT, undefined);
    expect((await tenant.get(`/imports/${id}/revert`)).body).toMatchObject({
      status: "processing",
      products_total: 450,
      products_processed: processed,
      products_deleted: processed,
    });

    await runJobs();
    expect((await tenant.get(`/imports/${id}/revert`)).body).toMatchObject({
      status: "completed",
      products_processed: 450,
      products_deleted: 450,
      products_left: 0,
    });
    expect(await names(tenant)).toEqual([]);
  });
});
