import { describe, expect, test } from "bun:test";
import { newTenant, runJobs } from "../harness.ts";
import { importAsSuggested, productsOf, SHOPIFY, shirt } from "./families.ts";
import { EANS, lines, prepare, type Tenant, upload } from "./import-client.ts";

async function revert(tenant: Tenant, id: string) {
  await tenant.post(`/imports/${id}/revert`);
  await runJobs();
  return (await tenant.get(`/imports/${id}/revert`)).body;
}

describe("rows of one product", () => {
  test("become one product with variants, their own codes, prices and stock; all images are the product's", async () => {
    const tenant = await newTenant();

    const { record, warnings } = await importAsSuggested(tenant, shirt());

    expect(record).toMatchObject({
      status: "completed",
      products_created: 2,
      products_updated: 0,
      failed_rows: 0,
      successful_rows: 3,
      skipped_rows: 2,
    });
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: "variants_linked", severity: "info", column: "Handle" }),
    );
    expect(await productsOf(tenant)).toMatchObject([
      { reference: "MUG-1", title: "Green mug", stock: 7, price: 9.5, variants: [] },
      {
        reference: "shirt",
        title: "Linen shirt",
        ean: null,
        price: 20,
        stock: 0,
        variants: [
          {
            sku: "SH-BM",
            ean: EANS[0],
            option_values: { Color: "Blue", Size: "M" },
            price: 20,
            stock: 3,
            image_url: "https://img.example/b.jpg",
          },
          { sku: "SH-BL", ean: EANS[1], option_values: { Color: "Blue", Size: "L" }, price: 22, stock: 5 },
        ],
      },
    ]);
    const [mug, linen] = await productsOf(tenant);
    expect([mug?.media.length, linen?.media.length]).toEqual([2, 3]);
    const options = (await tenant.get(`/products/${linen?.id}/options`)).body;
    expect(options.options).toMatchObject([
      { name: "Color", values: ["Blue"] },
      { name: "Size", values: ["M", "L"] },
    ]);
  });

  test("change the same variants when they come again, and nothing when nothing is new", async () => {
    const tenant = await newTenant();
    await importAsSuggested(tenant, shirt());
    const before = await productsOf(tenant);

    const same = await importAsSuggested(tenant, shirt());
    expect(same.record).toMatchObject({ products_created: 0, products_updated: 0 });
    expect(await productsOf(tenant)).toEqual(before);

    const dearer = await importAsSuggested(tenant, shirt().replace("22.00", "23.00"));
    expect(dearer.record).toMatchObject({ products_created: 0, products_updated: 1, prices_updated: 1 });
    const [, after] = await productsOf(tenant);
    expect(after?.variants).toMatchObject([{ price: 20 }, { price: 23 }]);

    const stored = await importAsSuggested(tenant, shirt().replace("22.00", "24.00"), { update_prices: false });
    expect(stored.record).toMatchObject({ products_updated: 0 });
  });

  test("change one variant alone where a file has one row for a product that has several", async () => {
    const tenant = await newTenant();
    await importAsSuggested(tenant, shirt());
    const [, before] = await productsOf(tenant);

    const one = lines(SHOPIFY, `shirt,Linen shirt,Acme,Color,Blue,Size,L,SH-BL,8,25.00,${EANS[1]},,`);
    const { record } = await importAsSuggested(tenant, one);

    expect(record).toMatchObject({ products_created: 0, products_updated: 1, failed_rows: 0 });
    const [, after] = await productsOf(tenant);
    const [medium] = before?.variants ?? [];
    expect(after).toMatchObject({ price: 20, stock: 0, ean: null, reference: "shirt" });
    expect(after?.variants).toMatchObject([medium as object, { sku: "SH-BL", price: 25, stock: 8, ean: EANS[1] }]);
    expect((await importAsSuggested(tenant, one)).record).toMatchObject({ products_updated: 0, failed_rows: 0 });
  });

  test("share a code, as sizes of one article do, and stay variants of their own, also when they come again", async () => {
    const tenant = await newTenant();
    const list = lines(
      SHOPIFY,
      "top,Swim top,Acme,Color,Black,Size,S,SS-1,1,9.99,,,",
      "top,,,,Black,,M,SS-1,2,9.99,,,",
      "top,,,,Black,,L,SS-2,3,9.99,,,",
    );
    for (const created of [1, 0]) {
      const { record } = await importAsSuggested(tenant, list);
      expect(record).toMatchObject({ products_created: created, products_updated: 0, failed_rows: 0 });
      expect((await productsOf(tenant))[0]?.variants).toMatchObject([
        { sku: "SS-1-Black-S", stock: 1 },
        { sku: "SS-1-Black-M", stock: 2 },
        { sku: "SS-2", stock: 3 },
      ]);
    }
  });

  test("have a code that another product of the file has as well, also when they come again", async () => {
    const tenant = await newTenant();
    const list = lines(
      SHOPIFY,
      "top,Swim top,Acme,Size,S,,,RED-S,1,9.99,,,",
      "top,,,,M,,,,5,9.99,,,",
      "slip,Swim slip,Acme,Size,S,,,RED-S,2,8.99,,,",
      "slip,,,,M,,,RED-M,3,8.99,,,",
    );
    for (const created of [2, 0]) {
      const { record } = await importAsSuggested(tenant, list);
      expect(record).toMatchObject({ products_created: created, products_updated: 0, failed_rows: 0 });
      expect((await productsOf(tenant)).find(({ reference }) => reference === "slip")?.variants).toMatchObject([
        { sku: "slip-S", stock: 2 },
        { sku: "RED-M", stock: 3 },
      ]);
      const { items } = (await tenant.get(`/imports/${record.id}/errors`)).body;
      expect(items).toContainEqual(expect.objectContaining({ severity: "warning", field: "sku", raw_value: "RED-S" }));
    }
  });

  test("come in without an EAN that is none, and with figures that were marked as a text", async () => {
    const tenant = await newTenant();
    const list = lines(
      SHOPIFY,
      `top,Swim top,Acme,Size,S,,,'1001,1,9.99,${EANS[0]},,`,
      `top,,,,M,,,'1002,2,9.99,'43446341,,`,
      `top,,,,L,,,'1003,3,9.99,${EANS[1]},,`,
      `top,,,,XL,,,'1004,4,9.99,${EANS[2]},,`,
    );
    const { record } = await importAsSuggested(tenant, list);
    expect(record).toMatchObject({ products_created: 1, failed_rows: 0 });
    expect((await productsOf(tenant))[0]?.variants).toMatchObject([
      { sku: "1001", ean: EANS[0] },
      { sku: "1002", ean: null },
      { sku: "1003", ean: EANS[1] },
      { sku: "1004", ean: EANS[2] },
    ]);
  });

  test("are taken back with their import", async () => {
    const tenant = await newTenant();
    const first = await importAsSuggested(tenant, shirt());
    const before = await productsOf(tenant);
    const changed = shirt().replace("22.00", "23.00").replace("SH-BL,5", "SH-BL,8");
    const second = await importAsSuggested(
      tenant,
      `${changed}shirt2,Other,,Size,S,,,OT-S,1,5,3017620422003,,\nshirt,,,,Red,,L,SH-RL,1,22.00,,,\n`,
    );

    const reverted = await revert(tenant, second.record.id);
    expect(reverted).toMatchObject({
      products_restored: 1,
      products_deleted: 1,
      products_left: 0,
    });
    const restored = await productsOf(tenant);
    expect(restored.map(({ variants }) => variants.map(({ sku, price, stock }) => ({ sku, price, stock })))).toEqual(
      before.map(({ variants }) => variants.map(({ sku, price, stock }) => ({ sku, price, stock }))),
    );
    const [{ id: variantId } = { id: "" }] = (restored[1]?.variants ?? []) as unknown as { id: string }[];
    await tenant.patch(`/products/${restored[1]?.id}/variants/${variantId}`, { stock: 99 });
    expect(await revert(tenant, first.record.id)).toMatchObject({ products_deleted: 1, products_left: 1 });
  });

  test("are known by their handle where they have no codes at all, also when they come again", async () => {
    const tenant = await newTenant();
    const list = lines(
      SHOPIFY,
      "pot,Clay pot,Acme,Size,Small,,,,1,9.99,,,",
      "pot,,,,Large,,,,3,15.99,,,",
      "lamp,Copper lamp,Acme,Title,Default Title,,,,2,59.99,,,",
    );
    for (const created of [2, 0]) {
      const { record, mapping } = await importAsSuggested(tenant, list);
      expect(mapping).not.toHaveProperty("Variant Barcode");
      expect(record).toMatchObject({ products_created: created, failed_rows: 0 });
      expect(await productsOf(tenant)).toMatchObject([
        { reference: "lamp", price: 59.99, stock: 2, variants: [] },
        {
          reference: "pot",
          variants: [
            { sku: "pot-Small", stock: 1 },
            { sku: "pot-Large", price: 15.99 },
          ],
        },
      ]);
    }
  });

  test("are rows of their own where that is wanted", async () => {
    const tenant = await newTenant();
    const { record } = await importAsSuggested(tenant, shirt(), { link_variants: false });
    expect(record).toMatchObject({ products_created: 2, failed_rows: 3 });
    expect((await productsOf(tenant)).map(({ variants }) => variants.length)).toEqual([0, 0]);
  });

  test("are counted by the dry run as by the run", async () => {
    const tenant = await newTenant();
    const { body } = await upload(tenant, shirt());
    const id = await prepare(tenant, shirt(), { mapping: body.data.file_analysis.suggested_mapping });
    const pending = tenant.post(`/imports/${id}/dry-run`);
    await runJobs();
    expect((await pending).body).toMatchObject({ products_to_create: 2, products_to_update: 0, rows_with_errors: 0 });
  });

  test("belong together over the edges of chunks, with as many variants as there are", async () => {
    const tenant = await newTenant();
    const many = Array.from(
      { length: 1200 },
      (_, index) => `big,${index === 0 ? "Big" : ""},,Size,S${index},,,BIG-${index},1,5.00,,,`,
    );
    const { record } = await importAsSuggested(tenant, lines(SHOPIFY, ...many));
    expect(record).toMatchObject({ products_created: 1, successful_rows: 1200, failed_rows: 0 });
    const [big] = await productsOf(tenant);
    expect(big?.variants).toHaveLength(1200);
  });
});
