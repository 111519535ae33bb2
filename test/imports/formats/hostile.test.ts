import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { CSV, REFUSED, TABLE, utf8 } from "./hostile-files.ts";
import { readFile, refusalOf, textRow, workbookOf, zipOf } from "./packages.ts";

describe("files that cannot be read say why and where", () => {
  test.each(REFUSED)("%s: %s", async (_, code, name, make) => {
    const refusal = await refusalOf(name, await make());
    expect(refusal.code).toBe(code);
    expect(refusal.message).not.toContain("{");
  });

  test.each([
    ["a.json", '[{"a":1}\n\n{"a":2}]', "Line 3"],
    ["a.ndjson", '{"a":1}\n{"a":\n', "Line 2"],
    ["a.xml", "<l>\n<p><n>A</n></p>\n<p><n>B</p></l>", "line 3"],
    ["a.csv", 'a,b\n"x,y",1\n1,"open\n', "line 3"],
  ])("%s names the place", async (name, content, place) => {
    expect((await refusalOf(name, content)).message).toContain(place);
  });

  test("names the cell", async () => {
    const book = await workbookOf({ sheets: { Prices: `${TABLE}<row r="7"><c r="XFD7"><v>1</v></c></row>` } });
    const { message } = await refusalOf("a.xlsx", book);
    expect(message).toContain("XFD7");
    expect(message).toContain("Prices");
  });
});

test("a million shared strings are no harm", async () => {
  const sharedStrings = Array.from({ length: 1_000_000 }, (_, n) => `<si><t>Text ${n}</t></si>`).join("");
  const cells = (...places: number[]) => `<row>${places.map((n) => `<c t="s"><v>${n}</v></c>`).join("")}</row>`;
  const book = await workbookOf({ sheets: { A: cells(0, 1) + cells(999_999, 2) }, sharedStrings });
  expect((await readFile("a.xlsx", book)).rows).toEqual([{ "Text 0": "Text 999999", "Text 1": "Text 2" }]);
});

describe("containers", () => {
  const rows = [
    { ean: "4006381333931", name: "Pen" },
    { ean: "3400949497294", name: "Ink" },
  ];
  test.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
    ["a.csv.gz", () => gzipSync(CSV)],
    ["a.gz", () => gzipSync(JSON.stringify(rows))],
    ["a.zip", () => zipOf({ "folder/list.csv": CSV, "folder/readme.txt": "Hello", "__MACOSX/._list.csv": "x" })],
    ["b.zip", () => zipOf({ "list.ndjson": rows.map((row) => JSON.stringify(row)).join("\n") })],
    [
      "c.zip",
      async () =>
        zipOf({ "list.xlsx": await workbookOf({ sheets: { A: TABLE + textRow(3, "3400949497294", "Ink") } }) }),
    ],
    [
      "a.xlsx.gz",
      async () => gzipSync(await workbookOf({ sheets: { A: TABLE + textRow(3, "3400949497294", "Ink") } })),
    ],
    ["list.txt", () => utf8(JSON.stringify(rows))],
  ])("opens %s", async (name, make) => {
    for (const chunkBytes of [61, 65_536]) {
      expect((await readFile(name, await make(), { chunkBytes })).rows).toEqual(rows);
    }
  });
});
