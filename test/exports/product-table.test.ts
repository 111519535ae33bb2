import { describe, expect, test } from "bun:test";
import type { Reader } from "../../db/ports.ts";
import { EXPORT_FIELDS } from "../../src/exports/tables/exported-fields.ts";
import { type ProductExport, productTable } from "../../src/exports/tables/product-table.ts";
import type { ExportValue } from "../../src/exports/tables/table.ts";
import { given } from "../products/given.ts";

const ALL = EXPORT_FIELDS.flatMap(({ name, aliases }) => [name, ...aliases]);
const EXTRAS = ["map_price", "seo_title", "bullet_points", "attributes", "upc", "color", "lead_time_days"];

/** Two products that have a value for most fields, and one that has nothing. */
const givenRich = () =>
  given(
    {
      ...{ title: "Desk", ean: "4006381333931", reference: "D-1", shortDescription: "short", description: "long" },
      ...{ brand: "Acme", category: "Home > Desks", supplierCode: "SUP", priceCents: 1999, costPriceCents: 1000 },
      ...{ taxRate: 20, weight: 1.5, width: 2.25, height: 3, depth: 4, asin: "B000000000", countryOfOrigin: "FR" },
      ...{ imageUrl: "https://img.example/1.jpg", stock: 7, completenessScore: 95, lifecycleStatus: "discontinued" },
      extra: { ...Object.fromEntries(EXTRAS.map((name) => [name, name])), image_urls: ["https://img.example/2.jpg"] },
      texts: { en: { title: "English desk", seo_title: "English" } },
    },
    { title: "Chair", brand: "Acme", category: "Home", status: "inactive", texts: { en: { description: "English" } } },
    {},
  );

async function columnsOf(db: Reader, wanted: Partial<ProductExport>): Promise<Record<string, ExportValue[]>> {
  const { columns, pages } = productTable(
    db,
    { filter: {}, language: null, fields: ALL, offset: 0, limit: null, ...wanted },
    { origin: "https://pim.example", needs: [] },
  );
  const rows = (await Array.fromAsync(pages)).flat();
  return Object.fromEntries(columns.map(({ name, read }) => [name, rows.map(read)]));
}

describe("productTable", () => {
  test.each([null, "en"])(
    "S35.6 each field alone has the values it has among all, in the language %j",
    async (language) => {
      const { db } = await givenRich();
      const all = await columnsOf(db, { language });
      expect(Object.keys(all)).toEqual(ALL);
      for (const name of ALL) {
        expect(await columnsOf(db, { language, fields: [name] })).toEqual({ [name]: all[name] ?? [] });
      }
    },
  );

  test("S35.5 names what products refer to", async () => {
    const { db } = await givenRich();
    expect(await columnsOf(db, { fields: ["brand", "category", "supplier_code", "title"], order: "title" })).toEqual({
      brand: ["Acme", "Acme", null],
      category: ["Home", "Home > Desks", null],
      supplier_code: [null, "SUP", null],
      title: ["Chair", "Desk", "Product 2"],
    });
  });
});
