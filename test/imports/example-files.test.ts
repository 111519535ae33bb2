import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { newTenant, runJobs } from "../harness.ts";
import { upload } from "./import-client.ts";

const FOLDER = new URL("../../src/cli/demo/files/", import.meta.url);
/** How many products each of the example files makes, and one that is among them. */
const EXPECTED: Record<string, [created: number, product: object]> = {
  "bmecat-2005.xml": [2, { title: "Screw 40 mm", cost_price: 0.12, brand: { name: "Schraub" } }],
  "cxml-index.xml": [2, { title: "Work gloves", cost_price: 4.2, brand: { name: "Handfest" } }],
  "google.tsv": [2, { reference: "MUG-1", title: "Blue mug", price: 12.5, brand: { name: "Tonwerk" } }],
  "heureka.xml": [2, { reference: "BAG-1", title: "Canvas bag", brand: { name: "Plachta" } }],
  "one-product-a-file.zip": [2, { reference: "KT-1", title: "Steel kettle", price: 34.9, stock: 12 }],
  "onix-books.xml": [2, { title: "The tide table", price: 18.9, brand: { name: "Quayside Press" } }],
  "price-list.ods": [2, { reference: "CH-1", title: "Oak chair", price: 129, stock: 8 }],
  "products.json": [2, { reference: "LAMP-1", title: "Desk lamp", price: 39.5, brand: { name: "Lumo" } }],
  "products.ndjson": [2, { reference: "PEN-1", title: "Ballpoint pen", price: 1.2, stock: 300 }],
  "shopify.csv": [2, { reference: "linen-shirt", title: "Linen shirt", brand: { name: "Nordlin" } }],
  "stock-list.xlsx": [2, { reference: "TB-1", title: "Oak table", price: 329, stock: 3 }],
  "supplier-list-de.csv": [3, { reference: "T-102", title: "Teesieb", cost_price: 1045, stock: 3 }],
  "yml.xml": [2, { reference: "RAKE-1", title: "Leaf rake", price: 21.5, brand: { name: "Hofmann" } }],
};

test("each file of src/cli/demo/files is known here", () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
});

test.each(Object.entries(EXPECTED))(
  "src/cli/demo/files/%s is imported as it is suggested",
  async (name, [created, product]) => {
    const tenant = await newTenant();
    const { body } = await upload(tenant, new Uint8Array(readFileSync(new URL(name, FOLDER))), { name });
    expect((await tenant.post(`/imports/${body.id}/dry-run`)).body).toMatchObject({
      products_to_create: created,
      rows_with_errors: 0,
    });
    const saved = await tenant.post(`/imports/${body.id}/save-mapping`, {
      column_mapping: body.data.file_analysis.suggested_mapping,
    });
    expect(saved.status).toBe(200);
    await tenant.post(`/imports/${body.id}/start-processing`);
    await runJobs();
    const { status, products_created, failed_rows } = (await tenant.get(`/imports/${body.id}`)).body;
    expect({ status, products_created, failed_rows }).toEqual({
      status: "completed",
      products_created: created,
      failed_rows: 0,
    });
    const { items } = (await tenant.get("/products")).body;
    const found = items.find(({ title }: { title: string }) => title === Object(product).title);
    const { body: whole } = await tenant.get(`/products/${found.id}`);
    expect(whole).toMatchObject(product);
  },
);
