import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { importAsSuggested, productsOf, SHOPIFY, shirt } from "./families.ts";
import { lines } from "./import-client.ts";

describe("files that name the parent", () => {
  test("WooCommerce: variations are variants of the variable product, by its reference or its id", async () => {
    const tenant = await newTenant();
    const header =
      "ID,Type,SKU,Name,Published,Visibility in catalog,Regular price,Stock,Parent,Attribute 1 name,Attribute 1 value(s)";
    const { record } = await importAsSuggested(
      tenant,
      lines(
        header,
        '10,variable,TEE,Tee,1,visible,,,,Size,"S, M"',
        "11,simple,CAP,Cap,1,visible,7,2,,,",
        "12,variation,TEE-S,Tee - S,1,visible,15,4,TEE,Size,S",
        "13,variation,,Tee - M,1,visible,16,5,id:10,Size,M",
      ),
    );
    expect(record).toMatchObject({ products_created: 2, failed_rows: 0 });
    expect(await productsOf(tenant)).toMatchObject([
      { reference: "CAP", price: 7, stock: 2, variants: [] },
      {
        reference: "TEE",
        price: null,
        variants: [
          { sku: "TEE-S", price: 15, stock: 4, option_values: { Size: "S" } },
          { sku: "TEE-M", price: 16, stock: 5, option_values: { Size: "M" } },
        ],
      },
    ]);
  });

  test("Wix: what is added to the price counts", async () => {
    const tenant = await newTenant();
    const header =
      "handleId,fieldType,name,productImageUrl,collection,sku,price,surcharge,inventory,productOptionName1,productOptionDescription1";
    await importAsSuggested(
      tenant,
      lines(
        header,
        "p1,Product,Card set,,,,10.0,,InStock,Count,25;50",
        "p1,Variant,,,,,,0.0,InStock,,25",
        "p1,Variant,,,,,,5.5,InStock,,50",
        "p2,Product,Poster,,,PO-1,30.0,,InStock,,",
        "p3,Product,Frame,,,,12.0,,InStock,,",
      ),
    );
    expect(await productsOf(tenant)).toMatchObject([
      { reference: "PO-1", price: 30, variants: [] },
      {
        reference: "p1",
        price: 10,
        variants: [
          { sku: "p1-25", price: 10 },
          { sku: "p1-50", price: 15.5 },
        ],
      },
      { reference: "p3", price: 12, variants: [] },
    ]);
  });

  test("a product that gets a second variant takes the handle, its code is the variant's; with one row again it keeps it", async () => {
    const tenant = await newTenant();
    const small = "coat,Coat,Acme,Size,S,,,CO-S,1,50.00,,,";
    await importAsSuggested(tenant, lines(SHOPIFY, small));
    expect(await productsOf(tenant)).toMatchObject([{ reference: "CO-S", variants: [] }]);
    const [{ id }] = (await tenant.get("/products")).body.items;
    await importAsSuggested(tenant, lines(SHOPIFY, small, "coat,,,,M,,,CO-M,1,55.00,,,"));
    const both = [{ reference: "coat", variants: [{ sku: "CO-S" }, { sku: "CO-M" }] }];
    expect(await productsOf(tenant)).toMatchObject(both);
    await importAsSuggested(tenant, lines(SHOPIFY, small));
    expect(await productsOf(tenant)).toMatchObject(both);
    expect((await tenant.get("/products")).body.items.map((each: { id: string }) => each.id)).toEqual([id]);
  });

  test("a column of parents: rows without one that is there stay products, also when it comes later", async () => {
    const tenant = await newTenant();
    const list = lines(
      "sku,parent_sku,name,price,size",
      "LAMP-S,LAMP,Lamp small,10,S",
      "LAMP,,Lamp,9,",
      "LAMP-L,LAMP,Lamp large,12,L",
    );
    for (const created of [2, 0]) {
      expect((await importAsSuggested(tenant, list)).record).toMatchObject({
        products_created: created,
        failed_rows: 0,
      });
      expect(await productsOf(tenant)).toMatchObject([
        { reference: "LAMP", price: 9, variants: [{ sku: "LAMP-L", price: 12, option_values: { size: "L" } }] },
        { reference: "LAMP-S", price: 10, variants: [] },
      ]);
    }
  });

  test("Magento: what a configurable product names are its variants, above it or below", async () => {
    const tenant = await newTenant();
    const header = "sku,attribute_set_code,product_type,name,price,qty,configurable_variations";
    const list = lines(
      header,
      'CAP,Default,simple,Cap,7,2,""',
      'TEE-S,Default,simple,Tee S,15,4,""',
      'TEE-M,Default,simple,Tee M,16,5,""',
      'TEE,Default,configurable,Tee,,,"sku=TEE-S,size=S,color=Black, matt|sku=TEE-M,size=M,color=White"',
      'MUG,Default,simple,Mug,9,1,""',
    );
    for (const created of [3, 0]) {
      const { record, warnings } = await importAsSuggested(tenant, list);
      expect(record).toMatchObject({ products_created: created, failed_rows: 0 });
      expect(warnings).toContainEqual(expect.objectContaining({ code: "variants_linked", severity: "info" }));
      expect(await productsOf(tenant)).toMatchObject([
        { reference: "CAP", price: 7, stock: 2, variants: [] },
        { reference: "MUG", price: 9, stock: 1, variants: [] },
        {
          reference: "TEE",
          variants: [
            { sku: "TEE-S", price: 15, stock: 4, option_values: { size: "S", color: "Black, matt" } },
            { sku: "TEE-M", price: 16, stock: 5, option_values: { size: "M", color: "White" } },
          ],
        },
      ]);
    }
  });

  test("PrestaShop: combinations are variants of products that were imported before", async () => {
    const tenant = await newTenant();
    await tenant.post("/products", { name: "Poster", reference: "POS-1", price: 12 });
    const { record, warnings } = await importAsSuggested(
      tenant,
      lines(
        "Product ID*,Product Reference,Attribute (Name:Type:Position)*,Value (Value:Position)*,Reference,EAN13,Quantity,Impact on price",
        '1,POS-1,"Size:select:0, Frame:color:1","30x40:0, Oak:1",POS-1-S,,4,0',
        '1,POS-1,"Size:select:0, Frame:color:1","50x70:0, Oak:1",POS-1-L,,5,2.5',
      ),
    );
    expect(warnings).toContainEqual(expect.objectContaining({ code: "surcharges_left", severity: "warning" }));
    expect(record).toMatchObject({ products_created: 0, failed_rows: 0 });
    expect(await productsOf(tenant)).toMatchObject([
      {
        reference: "POS-1",
        price: 12,
        variants: [
          { sku: "POS-1-S", stock: 4, option_values: { Size: "30x40", Frame: "Oak" } },
          { sku: "POS-1-L", stock: 5, option_values: { Size: "50x70", Frame: "Oak" } },
        ],
      },
    ]);
  });

  test("codes that others have are named, not taken from them", async () => {
    const tenant = await newTenant();
    await importAsSuggested(tenant, shirt());
    await tenant.post("/products", { name: "Pen", reference: "PEN", barcode: "3017620422003" });
    const { record } = await importAsSuggested(
      tenant,
      lines(
        SHOPIFY,
        "coat,Coat,Acme,Size,S,,,CO-S,1,50.00,,,",
        "coat,,,,M,,,SH-BM,1,50.00,,,",
        "coat,,,,S,,,CO-S2,1,50.00,,,",
      ),
    );
    expect(record).toMatchObject({ products_created: 1, successful_rows: 3, failed_rows: 0 });
    const { items } = (await tenant.get(`/imports/${record.id}/errors`)).body;
    expect(items).toMatchObject([{ row_number: 3, severity: "warning", field: "sku", raw_value: "SH-BM" }]);
    const all = await productsOf(tenant);
    const codesOf = (name: string) => all.find(({ reference }) => reference === name)?.variants.map(({ sku }) => sku);
    expect([codesOf("coat"), codesOf("shirt")]).toEqual([
      ["CO-S2", "coat-M"],
      ["SH-BM", "SH-BL"],
    ]);
  });
});
