import { describe, expect, test } from "bun:test";
import { analyzeFile } from "../../../src/imports/parse/analyze/analyze-file.ts";
import { detectFormat } from "../../../src/imports/parse/csv/detect-format.ts";
import { refusal } from "../../refusal.ts";
import { CSV, encoded, fileOf, recordsOf } from "./files.ts";

const ROW = "Crème brûlée à l'épeautre";
/** 500 rows in UTF-8, of which some are in windows-1252. */
function rowsWith(broken: readonly number[], rows = 500): Uint8Array {
  const lines = Array.from({ length: rows }, (_, index) =>
    encoded(`S${index + 1},${ROW} ${index + 1}\n`, broken.includes(index + 1) ? "windows-1252" : "utf-8"),
  );
  return Buffer.concat([encoded("sku,name\n", "utf-8"), ...lines]);
}

const analyze = (bytes: Uint8Array, chunkBytes?: number) =>
  analyzeFile(fileOf(bytes, "products.csv", chunkBytes), detectFormat(bytes), {
    skipHeaderRows: null,
    enabledLanguages: ["fr", "en"],
  });

describe("a few broken bytes in UTF-8", () => {
  test.each([
    ["at its beginning", [3], 500],
    ["beyond what is looked at first", [4_000], 5_000],
    ["in several rows", [3, 77, 400], 500],
  ] as const)("%s leave the file as it is, and are read and told of by their row", async (_, broken, rows) => {
    const bytes = rowsWith(broken, rows);
    const { format, warnings, rowCount } = await analyze(bytes);
    expect([format.encoding, rowCount]).toEqual(["utf-8", rows]);
    const line = broken[0] + 1;
    expect(warnings).toEqual([{ code: "bytes_mended", column: null, params: { count: broken.length * 5, line } }]);
    const records = await recordsOf(bytes, format);
    expect(new Set(records.slice(1).map(({ cells }) => cells[1]?.replace(/ \d+$/, "")))).toEqual(new Set([ROW]));
  });

  test("are the same however the file is cut", async () => {
    const bytes = rowsWith([3, 77]);
    for (const chunkBytes of [1, 7, 1000]) {
      const records = await recordsOf(bytes, CSV, chunkBytes);
      expect(new Set(records.slice(1).map(({ cells }) => cells[1]?.replace(/ \d+$/, "")))).toEqual(new Set([ROW]));
    }
  });

  test("a file in another encoding is still read in that", async () => {
    const bytes = rowsWith(Array.from({ length: 500 }, (_, index) => index + 1));
    expect((await analyze(bytes)).format.encoding).toBe("windows-1252");
  });

  test("many of them refuse the file as before, by the line", async () => {
    const bytes = rowsWith(
      Array.from({ length: 1000 }, (_, index) => index + 4_000),
      5_000,
    );
    expect(await refusal(analyze(bytes))).toMatchObject({ code: "invalid_bytes" });
  });
});

describe("a quote that is never closed is reported with its row", () => {
  test.each([
    ["where nothing else is quoted", 'sku,name,price\n1,"abc,5\n2,x,6\n', { count: 1, row: 2 }],
    ["where it swallows rows", 'sku,name,price\n0,"a, b",4\n1,"abc,5\n2,x,6\n3,"d",7\n', { count: 1, row: 3 }],
  ])("%s", async (_, text, params) => {
    const { warnings } = await analyze(encoded(text, "utf-8"));
    expect(warnings.filter(({ code }) => code === "quote_open")).toEqual([
      { code: "quote_open", column: null, params },
    ]);
  });

  test.each([
    ["inches", 'sku,name,price\n1,5" pipe,5\n2,"Deluxe" lamp,6\n'],
    ["texts of several lines", 'sku,name,price\n1,"two\nlines, and more",5\n2,"three\nlines\nof text",6\n'],
  ])("but not %s", async (_, text) => {
    expect((await analyze(encoded(text, "utf-8"))).warnings.filter(({ code }) => code === "quote_open")).toEqual([]);
  });
});
