import { expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { EANS, formOf, importFile, lines, prepare } from "./import-client.ts";

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

test("a preview shows texts by language, tags, images, attributes and variants", async () => {
  const tenant = await newTenant();
  const header = "ean,sku,name,nom,etiquettes,images,fabric";
  const wide = {
    ...{ ean: "ean", sku: "sku", name: { field: "name", language: "en" }, nom: "name", etiquettes: "tags" },
    ...{ images: "image_urls", fabric: "attributes" },
  };
  const options = { mapping: wide, options: { fetch_images: false } };
  const rowOf = (...cells: string[]) => `${EANS[0]},A-1,${cells.join(",")}`;
  await importFile(
    tenant,
    lines(header, rowOf("Pen", "Stylo", "red|blue", "https://a.example/1.png", '"{""fabric"":""wood""}"')),
    options,
  );
  const id = await prepare(
    tenant,
    lines(header, rowOf("Blue pen", "Stylo", "blue|new", "https://a.example/2.png", '"{""fabric"":""steel""}"')),
    options,
  );
  const [row] = (await tenant.post(`/imports/${id}/dry-run`)).body.preview;
  expect(row.outcome).toBe("update");
  const shown = (before: unknown, after: unknown) => ({ before, after });
  const fields = Object.fromEntries(row.fields.map(({ field, ...values }: { field: string }) => [field, values]));
  expect(fields).toMatchObject({
    "title[en]": shown("Pen", "Blue pen"),
    tags: shown(["blue", "red"], ["blue", "new"]),
    image_urls: shown(["https://a.example/1.png"], ["https://a.example/2.png"]),
    attributes: shown({ fabric: "wood" }, { fabric: "steel" }),
  });
  expect(Object.keys(fields)).toHaveLength(row.fields.length);
});

test("a row that makes a variant of a new product is one that makes something; its values are shown", async () => {
  const tenant = await newTenant();
  const { body } = await tenant.post(
    "/imports/upload",
    formOf(
      lines(
        "Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty",
        "coat,Coat,Acme,Size,S,CO-S,50.00,1",
        "coat,,,,M,CO-M,55.00,2",
      ),
      { name: "products_export.csv" },
    ),
  );
  const { preview } = (await tenant.post(`/imports/${body.id}/dry-run`)).body;
  expect(preview.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["create", "create"]);
  expect(preview[1].fields).toEqual(
    expect.arrayContaining([
      { field: "variant.sku", before: null, after: "CO-M" },
      { field: "variant.price", before: null, after: 55 },
      { field: "variant.stock", before: null, after: 2 },
    ]),
  );
  expect(preview[1].fields).toContainEqual(expect.objectContaining({ before: null, after: "M" }));
});

test("a preview shows stock, that of the supplier whose list it is too, and amounts that only files bring", async () => {
  const tenant = await newTenant();
  const stocked = { ean: "ean", name: "name", qty: "stock" };
  const file = (quantity: number) => lines("ean,name,qty", `${EANS[0]},Pen,${quantity}`);
  const stockOf = async (id: string) => {
    const [row] = (await tenant.post(`/imports/${id}/dry-run`)).body.preview;
    return row.fields.filter(({ field }: { field: string }) => field === "stock");
  };
  expect(await stockOf(await prepare(tenant, file(7), { mapping: stocked }))).toEqual([
    { field: "stock", before: null, after: 7 },
  ]);
  await importFile(tenant, file(7), { mapping: stocked });
  expect(await stockOf(await prepare(tenant, file(9), { mapping: stocked }))).toEqual([
    { field: "stock", before: 7, after: 9 },
  ]);
  await tenant.post("/suppliers", { name: "Acme", code: "ACM" });
  const supplied = await prepare(tenant, file(4), { mapping: stocked, fields: { supplier_code: "ACM" } });
  expect(await stockOf(supplied)).toEqual([{ field: "stock", before: 0, after: 4 }]);
  // An amount that no column of the product has.
  const crossed = await prepare(tenant, lines("ean,name,rrp", `${EANS[1]},Ink,80.72`), {
    mapping: { ean: "ean", name: "name", rrp: "compare_at_price" },
  });
  const [row] = (await tenant.post(`/imports/${crossed}/dry-run`)).body.preview;
  expect(row.fields).toContainEqual({ field: "compare_at_price", before: null, after: 80.72 });
});

test("a dry run of the first rows answers their counts, and leaves the rest of the file unread", async () => {
  const tenant = await newTenant();
  const cups = EANS.slice(0, 3).map((ean, at) => `${ean},B-${at},Cup ${at},3,,`);
  const id = await prepare(tenant, lines(HEADER, ...cups, "123,B-9,Wrong,x,,"), { mapping });
  const first = (await tenant.post(`/imports/${id}/dry-run?rows=2`)).body;
  expect([first.total_rows, first.products_to_create, first.rows_with_errors, first.preview.length]).toEqual([
    4, 2, 0, 2,
  ]);
  const whole = (await tenant.post(`/imports/${id}/dry-run`)).body;
  expect([whole.total_rows, whole.products_to_create, whole.rows_with_errors]).toEqual([4, 3, 1]);
  for (const rows of ["0", "10001", "x"]) {
    const { status, body } = await tenant.post(`/imports/${id}/dry-run?rows=${rows}`);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('"field":"rows"')]);
  }
});
