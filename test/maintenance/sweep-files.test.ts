import { expect, test } from "bun:test";
import { sweepFiles } from "../../workers/maintenance/maintain.ts";
import { newTenant, send, services } from "../harness.ts";
import { FORMATS, formOf } from "../media/images.ts";

const sweep = (beforeMs: number) => sweepFiles(services, beforeMs, new AbortController().signal);
// The store's clock, which is not that of the tests.
const soonMs = () => Date.now() + 60_000;
const keysOf = async (tenantId: string) =>
  (await Array.fromAsync(services.files.list(tenantId))).map(({ key }) => key).sort();

test("files that nothing refers to are deleted once they are old enough, all others stay", async () => {
  const tenant = await newTenant();
  const { body: product } = await tenant.post("/products", { name: "Chair" });
  const upload = () => tenant.post(`/products/${product.id}/media/upload`, formOf(FORMATS["image/png"](900, 9)));
  await upload();
  const form = new FormData();
  form.set("file", new File(["ean,name\n4006381333931,Pen\n"], "a.csv"));
  const imported = await send("POST", "/imports/upload", form, { "x-api-key": tenant.apiKey });
  const stored = await keysOf(tenant.id);
  // What a crash leaves: each file is stored before its row.
  const orphans = [
    `imports/${crypto.randomUUID()}`,
    `documents/${crypto.randomUUID()}`,
    `media/${product.id}/${crypto.randomUUID()}`,
    `media/${product.id}/${crypto.randomUUID()}-thumb`,
    `ean-asin/${crypto.randomUUID()}`,
  ];
  for (const key of orphans) await services.files.put(`${tenant.id}/${key}`, "x");

  await sweep(Date.now() - 60_000);
  expect((await keysOf(tenant.id)).length).toBe(stored.length + orphans.length);
  await sweep(soonMs());
  expect([imported.status, stored.length]).toEqual([202, 4]);
  expect(await keysOf(tenant.id)).toEqual(stored);
});

test("S18.5 the files of an erased product's images are deleted", async () => {
  const tenant = await newTenant();
  const { body: product } = await tenant.post("/products", { name: "Chair" });
  await tenant.post(`/products/${product.id}/media/upload`, formOf(FORMATS["image/png"](900, 9)));
  await tenant.delete(`/products/${product.id}?permanent=true`);
  await sweep(soonMs());
  expect(await keysOf(tenant.id)).toEqual([]);
});
