import { expect, test } from "bun:test";
import { newTenant, runJobs } from "../../harness.ts";
import { problemsOf, upload } from "../import-client.ts";
import { readFile, refusalOf, zipOf } from "./packages.ts";
import { PUBLISHED } from "./published-forms.ts";

test.each(PUBLISHED)("$name is imported as it is suggested", async ({ file, content, products = 2, expected }) => {
  const tenant = await newTenant();
  const { body } = await upload(tenant, new TextEncoder().encode(content), { name: file });
  await tenant.post(`/imports/${body.id}/save-mapping`, {
    column_mapping: body.data.file_analysis.suggested_mapping,
    import_options: { create_categories: true },
  });
  await tenant.post(`/imports/${body.id}/start-processing`);
  await runJobs();
  const { status, products_created } = (await tenant.get(`/imports/${body.id}`)).body;
  expect({ status, products_created, problems: await problemsOf(tenant, body.id) }).toMatchObject({
    status: "completed",
    products_created: products,
  });
  const { items } = (await tenant.get("/products")).body;
  const found = items.find(({ title }: { title: string }) => title === Object(expected).title);
  expect((await tenant.get(`/products/${found?.id}`)).body).toMatchObject(expected);
});

test("a member of objects alike is no code where a product describes itself with them", async () => {
  const product = { price: { amount: 1, currency: "EUR" }, cost: { amount: 2, currency: "EUR" } };
  expect((await readFile("a.json", JSON.stringify(product))).rows).toHaveLength(1);
});

test("several products, one a file, in a ZIP are refused by name", async () => {
  const product = (ean: string) => JSON.stringify({ ean, name: `Pen ${ean}`, price: 1 });
  const packed = await zipOf({ "a.json": product("4006381333931"), "b.json": product("3400949497294") });
  expect(await refusalOf("all.zip", packed)).toMatchObject({ code: "archive_many_files" });
});
