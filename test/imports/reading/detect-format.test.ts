import { describe, expect, test } from "bun:test";
import { detectFormat, sampleRows } from "../../../src/imports/parse/csv/detect-format.ts";
import { SURE_ENCODING } from "../../../src/imports/parse/text/encoding.ts";
import { encoded } from "./files.ts";
import { OLD_ENCODINGS } from "./old-encodings.ts";

const FRENCH =
  "ean;désignation;prix\r\n3400949497294;Crème brûlée à l'œuf;12,50 €\r\n3400949497706;Fenêtre, châssis;3,99 €\r\n";

describe("detectFormat", () => {
  test.each(["utf-8", "utf-16le", "utf-16be", "windows-1252", "iso-8859-15"])(
    "D3-149 recognises %s without a mark",
    (encoding) => {
      expect(detectFormat(encoded(FRENCH, encoding))).toMatchObject({ encoding, delimiter: ";" });
    },
  );

  test.each(["utf-8", "utf-16le", "utf-16be"])("D3-147 believes the byte order mark of %s", (encoding) => {
    expect(detectFormat(encoded(`\ufeff${FRENCH}`, encoding))).toMatchObject({ encoding, encodingConfidence: 1 });
  });

  test.each(Object.keys(OLD_ENCODINGS))("S37.29 recognises texts in %s", (name) => {
    const { encoding, bytes } = OLD_ENCODINGS[name] ?? expect.unreachable();

    const found = detectFormat(bytes);

    expect(found).toMatchObject({ encoding, delimiter: ";" });
    expect(found.encodingConfidence).toBeGreaterThanOrEqual(SURE_ENCODING);
  });

  test("says that it is unsure of letters that may be read in two ways", () => {
    // CP850 of `café`, whose last byte is a quote in windows-1252; nothing else shows it.
    const bytes = Uint8Array.from([..."name;price\ncaf", "\u0082", ..."\n"], (letter) => letter.charCodeAt(0));

    expect(detectFormat(bytes).encodingConfidence).toBeLessThan(SURE_ENCODING);
  });

  test("takes the delimiter that Excel's first line names", () => {
    expect(detectFormat(encoded("sep=;\nname;price\na,b;1,5\nc,d;2,5\n", "utf-8")).delimiter).toBe(";");
    expect(detectFormat(encoded("SEP=|\r\nname|price\r\n", "utf-8")).delimiter).toBe("|");
  });

  test("distinguishes euro signs of ISO-8859-15 from dashes of windows-1252", () => {
    expect(detectFormat(encoded("a;b\nx – y;é\n", "windows-1252")).encoding).toBe("windows-1252");
    expect(detectFormat(encoded("nom;prix\ncafé;12 €\n", "iso-8859-15")).encoding).toBe("iso-8859-15");
    expect(detectFormat(encoded("nom;prix\ncafé;12\n", "windows-1252")).encoding).toBe("windows-1252");
  });

  test("takes a character that the sample cuts for no fault", () => {
    const bytes = encoded(`a,b\n${"é".repeat(40_000)},1\n`, "utf-8");

    expect(detectFormat(bytes.subarray(0, 65_535)).encoding).toBe("utf-8");
  });

  test.each([
    [",", "id,title,tags\n1,One,a;b\n2,Two,a;b\n3,Three,c;d\n"],
    [";", "sku;price\nA;1,50\nB;2,50\nC;3,75\n"],
    ["\t", "code\tname\n1\tOne, two; three\n2\tFour, five; six\n"],
    ["|", "gtin|label|price\n1|a, b|1,5\n2|c, d|2,5\n"],
    [",", 'name,text\nA,"x;y;z;w"\nB,"x;y;z;w"\n'],
    [";", "GROSSISTE;;;\n;;;\n\nRéf;EAN;Nom;Prix\n1;2;Vis, 3 mm;1,2\n2;3;Vis, 4 mm;1,4\n3;4;Vis;2\n"],
    [",", "only one column\nvalue\nvalue\n"],
  ])("finds the delimiter %j", (delimiter, text) => {
    expect(detectFormat(encoded(text, "utf-8")).delimiter).toBe(delimiter);
  });

  test("says that a file does not quote when quotes stand inside its cells only", () => {
    expect(detectFormat(encoded('a\tb\n5" pipe\tx\ndiabète de "type 2"\ty\n', "utf-8")).quote).toBeNull();
    expect(detectFormat(encoded('a\tb\n5" pipe\t"x, y"\n', "utf-8")).quote).toBe('"');
    expect(detectFormat(encoded("a\tb\n1\t2\n", "utf-8")).quote).toBe('"');
  });

  test("D3-142 refuses what is no text, and nothing at all", () => {
    expect(() => detectFormat(Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0]))).toThrow("ZIP/XLSX");
    expect(() => detectFormat(new Uint8Array(0))).toThrow("empty");
  });

  test("D3-149 shows the first records as they stand", () => {
    const bytes = encoded('a,b\n1,"x\ny"\n\n2,z\n', "utf-8");

    expect(sampleRows(bytes, detectFormat(bytes), 3)).toEqual([["a", "b"], ["1", "x\ny"], [""]]);
  });
});
