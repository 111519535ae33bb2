import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import type { UnreadableCode } from "../../../src/imports/parse/file-unreadable.ts";
import { partsOf, textRow, workbookOf, zipOf } from "./packages.ts";

export const CSV = "ean,name\n4006381333931,Pen\n3400949497294,Ink\n";
export const TABLE = textRow(1, "ean", "name") + textRow(2, "4006381333931", "Pen");
export const utf8 = (text: string) => new Uint8Array(Buffer.from(text));
/** Bytes with one number of the directory's first entry, at a place of it, changed. */
function patched(zip: Uint8Array, place: number, change: (old: number) => number): Uint8Array {
  const bytes = Buffer.from(zip);
  const at = bytes.indexOf(Buffer.from("PK\x01\x02", "latin1")) + place;
  bytes.writeUInt32LE(change(bytes.readUInt32LE(at)), at);
  return new Uint8Array(bytes);
}
const SIZE = 24;
const FLAGS = 8;
/** Two entries of a directory that are the same bytes. */
async function overlapping(): Promise<Uint8Array> {
  const bytes = Buffer.from(await zipOf({ "a.csv": CSV }));
  const start = bytes.indexOf(Buffer.from("PK\x01\x02", "latin1"));
  const end = bytes.indexOf(Buffer.from("PK\x05\x06", "latin1"));
  const entry = bytes.subarray(start, end);
  const tail = Buffer.from(bytes.subarray(end));
  tail.writeUInt16LE(2, 8);
  tail.writeUInt16LE(2, 10);
  tail.writeUInt32LE(entry.length * 2, 12);
  return new Uint8Array(Buffer.concat([bytes.subarray(0, end), entry, tail]));
}
const container = (marker: string) =>
  new Uint8Array(
    Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(508), Buffer.from(marker, "utf16le")]),
  );
const cut = (bytes: Uint8Array) => bytes.subarray(0, Math.floor(bytes.length * 0.7));
const deepXml = `${"<a>".repeat(1000)}${"</a>".repeat(1000)}`;

/** Files that are refused: what they are, why, what they are called, and what is in them. */
export const REFUSED: [string, UnreadableCode, string, () => Uint8Array | Promise<Uint8Array>][] = [
  [
    "an archive in an archive",
    "archive_no_file",
    "a.zip",
    async () => zipOf({ "b.zip": await zipOf({ "c.csv": CSV }) }),
  ],
  [
    "an archive called a list",
    "wrong_extension",
    "a.zip",
    async () => zipOf({ "b.csv": await zipOf({ "c.csv": CSV }) }),
  ],
  ["gzip in gzip", "wrong_extension", "a.csv.gz", () => gzipSync(gzipSync(CSV))],
  ["an archive without a list", "archive_no_file", "a.zip", () => zipOf({ "readme.pdf": "x", "__MACOSX/a.csv": "x" })],
  ["an archive with two lists", "archive_many_files", "a.zip", () => zipOf({ "a.csv": CSV, "b.csv": CSV })],
  ["parts with a gap", "archive_many_files", "a.zip", () => zipOf({ "a_1.csv": CSV, "a_3.csv": CSV })],
  ["parts of two lists", "archive_many_files", "a.zip", () => zipOf({ "a_1.csv": CSV, "a_2.csv": `x${CSV}` })],
  ["entries that overlap", "archive_overlapping", "a.zip", overlapping],
  ["a bomb of 1:1000", "archive_bomb", "a.zip", () => zipOf({ "a.csv": Buffer.alloc(12_000_000) })],
  ["a bomb in gzip", "archive_bomb", "a.csv.gz", () => gzipSync(Buffer.alloc(30_000_000, "1,1\n"))],
  [
    "a directory that lies",
    "archive_broken",
    "a.zip",
    async () => patched(await zipOf({ "a.csv": CSV }), SIZE, (n) => n - 9),
  ],
  [
    "an archive with a password",
    "archive_protected",
    "a.zip",
    async () => patched(await zipOf({ "a.csv": CSV }), FLAGS, (n) => n | 1),
  ],
  ["an archive that is cut off", "archive_broken", "a.zip", async () => cut(await zipOf({ "a.csv": CSV }))],
  ["gzip that is cut off", "archive_broken", "a.csv.gz", () => cut(gzipSync(CSV.repeat(5_000)))],
  [
    "a workbook that is cut off",
    "archive_broken",
    "a.xlsx",
    async () => cut(await workbookOf({ sheets: { A: TABLE } })),
  ],
  ["an archive called a workbook", "workbook_broken", "a.xlsx", () => zipOf({ "a.csv": CSV })],
  [
    "a workbook without its sheet",
    "workbook_broken",
    "a.xlsx",
    async () => {
      const { "xl/worksheets/sheet1.xml": _, ...rest } = partsOf({ sheets: { A: TABLE } });
      return zipOf(rest);
    },
  ],
  ["a workbook with a password", "workbook_protected", "a.xlsx", () => container("EncryptedPackage")],
  ["a workbook of before 2007", "old_workbook", "a.xlsx", () => container("Workbook")],
  [
    "16,384 columns",
    "too_many_cells",
    "a.xlsx",
    () => workbookOf({ sheets: { A: `${TABLE}<row r="3"><c r="XFD3"><v>1</v></c></row>` } }),
  ],
  [
    "a cell outside of the sheet",
    "cell_out_of_sheet",
    "a.xlsx",
    () => workbookOf({ sheets: { A: `${TABLE}<row r="99999999"><c><v>1</v></c></row>` } }),
  ],
  [
    "a text that is not there",
    "cell_without_text",
    "a.xlsx",
    () => workbookOf({ sheets: { A: `${TABLE}<row r="3"><c t="s"><v>7</v></c></row>` } }),
  ],
  [
    "entities in a workbook",
    "xml_doctype",
    "a.xlsx",
    async () => {
      const parts = partsOf({ sheets: { A: TABLE } });
      return zipOf({
        ...parts,
        "xl/worksheets/sheet1.xml": `<!DOCTYPE x [<!ENTITY a "b">]>${parts["xl/worksheets/sheet1.xml"]}`,
      });
    },
  ],
  ["an empty sheet", "empty_workbook", "a.xlsx", () => workbookOf({ sheets: { A: "" } })],
  ["a header alone", "no_rows", "a.xlsx", () => workbookOf({ sheets: { A: textRow(1, "ean", "name") } })],
  ["1,000 levels of XML", "too_deep", "a.xml", () => utf8(deepXml)],
  ["XML that is cut off", "xml_broken", "a.xml", () => utf8("<l><p><n>A</n></p><p><n>B")],
  ["an encoding nobody knows", "encoding_unknown", "a.xml", () => utf8('<?xml version="1.0" encoding="klingon"?><l/>')],
  ["XML without fields", "no_list", "a.xml", () => utf8("<l>text</l>")],
  [
    "bytes of two encodings in XML",
    "invalid_bytes",
    "a.xml",
    () => Buffer.concat([utf8("<l><p><n>é</n></p>\n<p><n>"), Buffer.from([0xe9]), utf8("</n></p></l>")]),
  ],
  ["NUL in XML", "nul_byte", "a.xml", () => utf8("<l><p><n>a\0b</n></p></l>")],
  ["1,000 levels of JSON", "too_deep", "a.json", () => utf8("[".repeat(1000) + "]".repeat(1000))],
  ["1,000 levels on a line", "too_deep", "a.ndjson", () => utf8(`{"a":1}\n${"[".repeat(1000)}${"]".repeat(1000)}\n`)],
  ["a JSON string without an end", "value_too_long", "a.json", () => utf8(`[{"a":"${"x".repeat(5_000_000)}`)],
  ["100 MB in one JSON string", "value_too_long", "a.json", () => utf8(`[{"a":"${"x".repeat(100_000_000)}"}]`)],
  ["JSON that is cut off", "json_broken", "a.json", () => utf8('[{"a":1},{"a":2}')],
  ["JSON without commas", "json_broken", "a.json", () => utf8('[{"a":1}\n\n{"a":2}]')],
  ["JSON without objects", "no_list", "a.json", () => utf8('["a", "b"]')],
  ["a line that is no object", "line_no_object", "a.ndjson", () => utf8('{"a":1}\n[2]\n')],
  ["a broken line", "json_broken", "a.ndjson", () => utf8('{"a":1}\n{"a":\n')],
  [
    "bytes of two encodings in JSON",
    "invalid_bytes",
    "a.json",
    () => Buffer.concat([utf8('[{"n":"é"},{"n":"'), Buffer.from([0xe9]), utf8('"}]')]),
  ],
  ["a workbook called .csv", "wrong_extension", "a.csv", () => workbookOf({ sheets: { A: TABLE } })],
  ["XML called .json", "wrong_extension", "a.json", () => utf8("<l><p><n>A</n></p></l>")],
  ["JSON called .csv", "wrong_extension", "a.csv", () => utf8('[{"a":1}]')],
  ["nothing", "empty_file", "a.json", () => utf8("")],
];
