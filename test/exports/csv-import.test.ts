import { describe, expect, test } from "bun:test";
import { addProducts } from "../add-products.ts";
import { newTenant, services } from "../harness.ts";
import { importFile } from "../imports/import-client.ts";
import { exportProducts, readCsv } from "./export-file.ts";

describe("what is exported and imported again", () => {
  const TEXTS = ["=1+1", "'=1+1", "''@x", "-5 °C", "-5", "\u00a0=1", "＝1", "a;b\t=1", "'tis", "x|y"];
  const LISTS = [["a|b", "c\\"], ["red, green"], ["one"], ["=1", "'=1"], ["x;y", "z"]];
  const names = ["reference", "title", "description", "seo_keywords"];
  const mapping = { reference: "sku", title: "name", description: "description", seo_keywords: "seo_keywords" };

  async function givenFifty() {
    const products = TEXTS.flatMap((description, text) =>
      LISTS.map((seo_keywords, list) => ({
        ...{ reference: `R-${text}-${list}`, title: `T ${description}`, description, extra: { seo_keywords } },
      })),
    );
    const tenant = await newTenant();
    await services.write(addProducts, tenant.id, products);
    return tenant;
  }

  test.each([",", ";", "\t", "|"])("S35.8 is the same with %j", async (delimiter) => {
    const { bytes } = await exportProducts(await givenFifty(), { include_fields: names, delimiter });
    const other = await newTenant();
    const record = await importFile(other, bytes, { mapping });
    expect(record).toMatchObject({ products_created: 50, error_count: 0, warning_count: 0 });

    const again = readCsv((await exportProducts(other, { include_fields: names, delimiter })).bytes, delimiter);

    const sorted = ({ rows }: { rows: string[][] }) => rows.map((row) => row.join("\u0001")).toSorted();
    expect(sorted(again)).toEqual(sorted(readCsv(bytes, delimiter)));
    const { body } = await other.get("/products?search=x%7Cy&per_page=1");
    expect(body.items[0].title).toBe("T x|y");
    const { body: one } = await other.get(`/products/${body.items[0].id}`);
    expect(TEXTS).toContain(one.description);
    expect(LISTS).toContainEqual(one.seo_keywords);
  });
});
