import { expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { EANS, importFile, lines, prepare } from "./import-client.ts";

const HEADER = "ean,sku,name,price,brand,short";
const mapping = { ean: "ean", sku: "sku", name: "name", price: "price", brand: "brand", short: "short_description" };

test("a dry run shows for ten rows each field before and after", async () => {
  const tenant = await newTenant();
  await importFile(tenant, lines(HEADER, `${EANS[0]},A-1,First,10.00,Acme,Old`, `${EANS[1]},A-2,Same,5.00,,`), {
    mapping,
  });
  const more = Array.from({ length: 20 }, (_, index) => `,B-${index},Filler ${index},1,,`);
  const file = lines(
    HEADER,
    `${EANS[0]},A-1,First,12.50,Other,New`,
    `${EANS[1]},A-2,Same,5.00,,`,
    `${EANS[2]},A-3,Third,3,,`,
    "123,A-4,Wrong,x,,",
    ...more,
  );
  const id = await prepare(tenant, file, { mapping });

  const { body } = await tenant.post(`/imports/${id}/dry-run`);

  expect(body.preview).toHaveLength(10);
  const [changed, same, made, failed] = body.preview;
  const { items } = (await tenant.get("/products?sort_by=title&sort_order=asc")).body;
  expect([changed.row_number, changed.outcome, changed.product_id]).toEqual([2, "update", items[0].id]);
  expect(changed.fields).toEqual(
    expect.arrayContaining([
      { field: "price", before: 10, after: 12.5 },
      { field: "short_description", before: "Old", after: "New" },
      { field: "name", before: "First", after: "First" },
      { field: "brand", before: "Acme", after: "Other" },
    ]),
  );
  expect([same.outcome, same.product_id]).toEqual(["unchanged", items[1].id]);
  expect([made.outcome, made.product_id]).toEqual(["create", null]);
  expect(made.fields).toEqual(
    expect.arrayContaining([
      { field: "name", before: null, after: "Third" },
      { field: "ean", before: null, after: EANS[2] },
      { field: "price", before: null, after: 3 },
    ]),
  );
  expect([failed.outcome, failed.fields]).toEqual(["fail", []]);
  expect((await tenant.get("/brands")).body.items.map(({ name }: { name: string }) => name)).toEqual(["Acme"]);
});
