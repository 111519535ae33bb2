import { describe, expect, test } from "bun:test";
import { csv, linePages } from "../../src/exports/csv.ts";
import type { CsvDelimiter } from "../../src/exports/csv-line.ts";
import { PRODUCT_FIELDS } from "../../src/exports/product-fields.ts";
import { productLines } from "../../src/exports/product-lines.ts";
import { type ProductExport, productTable } from "../../src/exports/product-table.ts";
import { given } from "../products/given.ts";

const ALL = PRODUCT_FIELDS.flatMap(({ name, aliases }) => [name, ...aliases]);
const ORIGIN = "https://pim.example";
const DELIMITERS: CsvDelimiter[] = [",", ";", "\t", "|"];
/** Whatever a rule of the format is about, in the middle, at the start and alone. */
const ODD = ['"', ",", ";", "\t", "|", "\r", "\n", "=", "+", "-", "-1", "@", "'", "é", "€", "\u{1f600}", " ", "\u001e"];
const TEXTS = ODD.flatMap((odd) => [odd, `${odd}a`, `a${odd}b`, `${odd}${odd}é"`]);
const NUMBERS = [0, 1, 1.5, 0.1 + 0.2, 1 / 3, 1e21, 1e-7, 123_456_789.123, 20];

const oddProducts = () =>
  TEXTS.map((text, index) => ({
    ...{ title: text, reference: text, shortDescription: index % 3 === 0 ? null : text, description: text },
    ...{ brand: `Brand ${text}`, category: `Home > ${text}`, supplierCode: `S${index}`, stock: index - 3 },
    ...{ priceCents: index % 4 === 0 ? null : index * 7, costPriceCents: index, taxRate: NUMBERS[index % 9] ?? 0 },
    ...{ weight: NUMBERS[(index * 2) % 9] ?? 0, completenessScore: index % 100 },
    imageUrl: index % 5 === 0 ? null : `/api/v1/media/${index}`,
    extra: { color: text, seo_keywords: [text, { a: text }], image_urls: [`https://img.example/${index}`], upc: null },
    texts: { en: { title: `English ${text}`, seo_title: text } },
  }));

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(chunks));
}

/** What is written of a selection, and what the lines of the products themselves are. */
async function both(db: Parameters<typeof productTable>[0], wanted: Partial<ProductExport>, delimiter: CsvDelimiter) {
  const whole: ProductExport = { filter: {}, language: null, fields: ALL, offset: 0, limit: null, ...wanted };
  const { columns, pages } = productLines(db, whole, { origin: ORIGIN, delimiter });
  const table = productTable(db, whole, { origin: ORIGIN, needs: [] });
  const options = { utf8Bom: false, delimiter };
  return {
    written: await bytesOf(csv(columns, pages, options)),
    expected: await bytesOf(csv(table.columns, linePages(table, delimiter), options)),
  };
}

describe("productLines", () => {
  test.each(DELIMITERS)("writes what the lines of the products are, parted by %j", async (delimiter) => {
    const { db } = await given(...oddProducts(), {});

    for (const language of [null, "en"]) {
      const { written, expected } = await both(db, { language }, delimiter);
      expect(written.equals(expected)).toBe(true);
    }
    const textLanguages = { names: ["fr", "en"], pivot: "fr" };
    const { written, expected } = await both(db, { textLanguages, languages: ["en"] }, delimiter);
    expect(written.equals(expected)).toBe(true);
  });

  test("writes each field alone, and of no product only the header", async () => {
    const { db } = await given(...oddProducts(), {});

    for (const name of ALL) {
      const { written, expected } = await both(db, { fields: [name] }, ",");
      expect([name, written.toString()]).toEqual([name, expected.toString()]);
      const none = await both(db, { fields: [name], limit: 0 }, ",");
      expect(none.written.toString()).toBe(`${name}\r\n`);
    }
  });

  test("writes products with the character that parts packed values, and those before and behind them", async () => {
    const plain = Array.from({ length: 1_500 }, (_, index) => ({ title: `Plain ${index}` }));
    const { db } = await given(...plain, { title: "a\u001fb", description: "\u001f" }, ...plain.slice(0, 700));

    for (const place of [{}, { offset: 3, limit: 1_200 }, { offset: 1_400, limit: 200 }, { offset: 5_000 }]) {
      const { written, expected } = await both(db, place, ",");
      expect(written.equals(expected)).toBe(true);
    }
    expect((await both(db, {}, ",")).written.toString()).toContain("a\u001fb");
  });

  test("writes numbers as long as they are", async () => {
    const { db } = await given(...NUMBERS.map((weight) => ({ weight })));

    const { written } = await both(db, { fields: ["weight"] }, ",");
    expect(written.toString().trim().split("\r\n").slice(1)).toEqual(NUMBERS.map(String));
  });
});
