import { describe, expect, test } from "bun:test";
import { analyzeFile } from "../../../src/imports/reading/analyze-file.ts";
import { detectFormat } from "../../../src/imports/reading/file-format.ts";
import { refusal } from "../../refusal.ts";
import { chunksOf, encoded } from "./files.ts";

const analyze = (text: string, { skipHeaderRows = 0, enabledLanguages = ["fr", "en", "de"] } = {}) => {
  const bytes = encoded(text, "utf-8");
  return analyzeFile(chunksOf(bytes), detectFormat(bytes), { skipHeaderRows, enabledLanguages });
};

describe("analyzeFile", () => {
  test("D3-141 names blank headers by their place and doubled ones by a suffix", async () => {
    const { columns, sampleData } = await analyze("ean,, name ,name,name_2,name\n1,2,3,4,5\n");

    expect(columns).toEqual(["ean", "column_2", "name", "name_2", "name_2_2", "name_3"]);
    expect(sampleData).toEqual([{ ean: "1", column_2: "2", name: "3", name_2: "4", name_2_2: "5", name_3: "" }]);
  });

  test("D3-144 skips records before the header", async () => {
    const analysis = await analyze("Tarif,,\n\nref,nom,prix\nA,b,1\nC,d,2\n", { skipHeaderRows: 2 });

    expect(analysis).toMatchObject({ columns: ["ref", "nom", "prix"], rowCount: 2, format: { skipHeaderRows: 2 } });
  });

  test("D3-142 tells an empty file from a header without rows", async () => {
    expect(await refusal(analyze("\n \n"))).toMatchObject({ code: "empty_file" });
    expect(await refusal(analyze("ean,name\n\n"))).toMatchObject({ code: "no_rows" });
    expect(await refusal(analyze("ean,name\n1,2\n", { skipHeaderRows: 9 }))).toMatchObject({ code: "no_rows" });
  });

  test.each([
    ["ean;prix\n1;1.000\n2;12,50\n3;3,99\n", ","],
    ["ean,price\n1,1.000\n2,12.50\n", "."],
    ['ean,price\n1,"12,50"\n2,"1.234,50"\n3,1.5\n', ","],
    ["ean;prix\n1;1.000\n", ","],
    ["ean,price\n1,1000\n", "."],
  ])("S37.13 votes on the decimal mark of %j", async (text, mark) => {
    expect((await analyze(text)).decimalSeparator).toBe(mark as "," | ".");
  });

  test("D3-146 S37.4 recognises headers of many languages and tells those of the texts", async () => {
    const header =
      "Artikelnummer;Bezeichnung (DE);Libellé anglais;description_fr;Beschreibung_ru;Lagerbestand;Gewicht (g)";

    const { suggestedMapping, suggestedLanguages } = await analyze(
      `${header}\nA1;Stuhl;Chair;Une chaise;стул;3;1200\n`,
    );

    expect(suggestedMapping).toEqual({
      Artikelnummer: "sku",
      "Bezeichnung (DE)": { field: "name", language: "de" },
      "Libellé anglais": { field: "name", language: "en" },
      description_fr: { field: "description", language: "fr" },
      Lagerbestand: "stock",
      "Gewicht (g)": "weight",
    });
    expect(suggestedLanguages).toEqual({ "Bezeichnung (DE)": "de", "Libellé anglais": "en", description_fr: "fr" });
  });

  test("S37.4 finds the EANs by content, under any header, and takes a header's word when nothing better is there", async () => {
    const codes = "id,x,barcode\n1,3400949497294,n/a\n2,3400949497706,n/a\n";

    expect((await analyze(codes)).suggestedMapping).toMatchObject({ x: "ean" });
    expect((await analyze("gtin_upc,title\n123,One\n")).suggestedMapping).toEqual({ gtin_upc: "ean", title: "name" });
  });

  test("S37.4 forgives a typing error, and suggests no number for a column of texts", async () => {
    const { suggestedMapping } = await analyze(
      "EAN,Desigation,Quantity,Catégori\n1,Salt,200 g,Food\n2,Rice,1 kg,Food\n",
    );

    expect(suggestedMapping).toEqual({ EAN: "ean", Desigation: "name", Catégori: "category" });
  });

  test("a header may be called like a property of every object", async () => {
    const { columns, sampleData } = await analyze("ean,__proto__,constructor\n1,2,3\n");

    expect(columns).toEqual(["ean", "__proto__", "constructor"]);
    expect(Object.entries(sampleData[0] ?? {})).toEqual([
      ["ean", "1"],
      ["__proto__", "2"],
      ["constructor", "3"],
    ]);
  });
});
