import { describe, expect, test } from "bun:test";
import { analyzeFile } from "../../../src/imports/parse/analyze/analyze-file.ts";
import { shownMark } from "../../../src/imports/parse/analyze/column-facts.ts";
import { detectFormat } from "../../../src/imports/parse/csv/detect-format.ts";
import { refusal } from "../../refusal.ts";
import { encoded, fileOf } from "./files.ts";

const analyze = (
  text: string,
  { skipHeaderRows = null as number | null, enabledLanguages = ["fr", "en", "de"] } = {},
) => {
  const bytes = encoded(text, "utf-8");
  return analyzeFile(fileOf(bytes), detectFormat(bytes), { skipHeaderRows, enabledLanguages });
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

  test.each([
    ["titles and blank lines", "Tarif 2024;;\n;;\nSociété X;;\n\nréf;nom;prix\nA;b;1\nC;d;2\n", 5],
    ["titles as wide as the table", "Company X;Mail;Phone\nsku;name;price\nA;b;1\nC;d;2\n", 2],
    ["groups of columns", ";Logistik;;Preise\nArtikelnummer;Gewicht;Breite;Preis\nA;1;2;3,5\nB;2;3;4,5\n", 2],
    ["Excel's line of the delimiter", "sep=;\nsku;name;price\nA;b, c;1\nC;d, e;2\n", 2],
    ["a date and a number", "Price list;12345;01/02/2024\nsku;name;price\nA;b;1\nC;d;2\n", 2],
    ["nothing", "sku;name;price\nA;b;1\nC;d;2\n", 1],
    ["nothing, and a header of which nothing is known", "foo;bar;baz\nred;b;x\nblue;b;y\n", 1],
  ])("finds the header behind %s", async (_, text, row) => {
    const { format, warnings, rowCount } = await analyze(text);

    expect([format.skipHeaderRows + 1, format.hasHeader, rowCount]).toEqual([row, true, 2]);
    expect(warnings.map(({ code }) => code)).toEqual(row === 1 ? [] : ["header_not_first"]);
  });

  test("takes the sender's word for where the header is", async () => {
    const text = "Company X;Mail;Phone\nsku;name;price\nA;b;1\n";

    expect((await analyze(text, { skipHeaderRows: 0 })).columns).toEqual(["Company X", "Mail", "Phone"]);
    expect((await analyze(text, { skipHeaderRows: 2 }).catch((error) => error.code)) as unknown).toBe("no_rows");
  });

  test("D3-141 a file without a header has all its rows, and columns that are found by what is in them", async () => {
    const rows = [
      "3400949497294;Eau de source;12,50",
      "3400949497706;Jus de pomme;3,99",
      "4006381333931;Sel de mer;1,20",
    ];

    const analysis = await analyze(`${rows.join("\n")}\n`);

    expect(analysis).toMatchObject({
      columns: ["column_1", "column_2", "column_3"],
      rowCount: 3,
      sampleData: [{ column_1: "3400949497294" }, {}, {}],
      suggestedMapping: { column_1: "ean", column_2: "name", column_3: "price" },
      warnings: [
        { code: "no_header" },
        { code: "column_uncertain", column: "column_2", field: "name" },
        { code: "column_uncertain", column: "column_3", field: "price" },
      ],
    });
  });

  test("warns of an encoding that is a guess", async () => {
    const bytes = Uint8Array.from([..."name;price\ncaf", "\u0082", ..."\n"], (letter) => letter.charCodeAt(0));
    const options = { skipHeaderRows: null, enabledLanguages: ["fr"] };

    const { warnings } = await analyzeFile(fileOf(bytes), detectFormat(bytes), options);

    expect(warnings[0]).toMatchObject({ code: "encoding_uncertain", params: { encoding: "windows-1252" } });
  });

  test("D3-142 distinguishes an empty file from a header without rows", async () => {
    expect(await refusal(analyze("\n \n"))).toMatchObject({ code: "empty_file" });
    expect(await refusal(analyze("ean,name\n\n"))).toMatchObject({ code: "no_rows" });
    expect(await refusal(analyze("ean,name\n1,2\n", { skipHeaderRows: 9 }))).toMatchObject({ code: "no_rows" });
  });

  test.each([
    ["ean;prix\n1;1.000\n2;12,50\n3;3,99\n", ","],
    ["ean,price\n1,1.000\n2,12.50\n", "."],
    ['ean,price\n1,"12,50"\n2,"1.234,50"\n3,1.5\n', ","],
    ["ean;prix\n1;1.000\n", "undecided"],
    ['ean,price\n1,"1,250"\n', "undecided"],
    ["ean,price\n1,1000\n", "."],
    ["ean;weight\n1;1.250\n2;0.500\n", "."],
    ["ean;weight\n1;1.250\n2;2500.000\n", "."],
    ["ean;weight\n1;1.250\n2;12345.678\n", "."],
    ["ean;weight\n1;1.250 kg\n2;.5 kg\n", "."],
    ["ean;weight\n1;1,250\n2;0,500\n", ","],
    ["ean;stock\n1;1.250\n2;1.250.000\n", ","],
    ["ean;stock\n1;1.250\n2;850\n", "undecided"],
  ])("S37.13 votes on the decimal mark of %j", async (text, mark) => {
    expect(shownMark((await analyze(text)).marks)).toBe(mark as "," | "." | "undecided");
  });

  test("S37.13 each column has the mark that its own figures show", async () => {
    const rows = ["1;12,50;1.250;1.250", "2;3,99;0.500;2.500", "3;1.200,00;12.075;3.400", "4;5,00;1.000;4.000"];

    const { marks, warnings } = await analyze(`ean;prix;poids;largeur\n${rows.join("\n")}\n`);

    // All widths have three digits behind the point: thousands would not, and the prices' comma says nothing of them.
    expect(marks).toEqual({ mark: ",", columns: { poids: ".", largeur: "undecided" } });
    expect(warnings).toEqual([
      {
        code: "decimal_separator_undecided",
        column: "largeur",
        params: { column: "largeur", example: "1.250" },
      },
    ]);
  });

  test("S37.13 the first figure that can only be a decimal decides, however late it comes", async () => {
    const early = Array.from({ length: 1_500 }, (_, index) => `${index};1.${100 + (index % 900)}`);

    expect(shownMark((await analyze(`sku;weight\n${early.join("\n")}\n`)).marks)).toBe("undecided");
    expect(shownMark((await analyze(`sku;weight\n${early.join("\n")}\nx;0.5\n`)).marks)).toBe(".");
  });

  test("D3-146 S37.4 recognises headers of many languages and those of the texts", async () => {
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
