import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import { zipSync } from "fflate";
import { bombPdf, docxOf, encryptedPdf, PAGE, pdfOf, pdfOfObjects, pdfOfPages } from "./files.ts";

const MB = 1024 * 1024;
const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
const utf8 = (text: string) => new TextEncoder().encode(text);

/** A part of a PDF: content that these filters unpack. */
const streamOf = (content: Uint8Array, filters: string, more = ""): Buffer =>
  Buffer.concat([
    Buffer.from(`<< /Length ${content.length} /Filter [${filters}] ${more} >>\nstream\n`),
    content,
    Buffer.from("\nendstream"),
  ]);

/** A PDF of one page with this content and these objects after it; the first of them is number 5. */
const pageWith = (content: Buffer | string, resources = "", ...more: (Buffer | string)[]): Uint8Array =>
  pdfOfObjects([
    CATALOG,
    "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
    PAGE.replace(" >>", ` /Contents 4 0 R /Resources << ${resources} >> >>`),
    content,
    ...more,
  ]);

const text = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** How wide a code is that is written when this many are known. */
const widthOf = (code: number) => [511, 1023, 2047].filter((limit) => code >= limit).length + 9;
const bitsOf = (code: number, width: number) => code.toString(2).padStart(width, "0");

/** What LZW makes of spaces: codes of nine bits up to twelve, each for one space more, and then from the beginning. */
function lzwOf(bytes: number): Uint8Array {
  const round = [bitsOf(32, 9)];
  let made = 1;
  for (let code = 258; code < 4090; code++) {
    round.push(bitsOf(code, widthOf(code)));
    made += code - 256;
  }
  const [clear, again] = [bitsOf(256, 9), bitsOf(256, 12)];
  const bits = clear + `${round.join("")}${again}`.repeat(Math.ceil(bytes / made));
  return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, "0"), 2));
}

const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes, 32));
const runs = (bytes: number) => Buffer.alloc(bytes / 64, Buffer.from([129, 32]));

/** Two thousand pages that share a content of seven million commands: more than any time allows. */
export const endlessPdf = (): Uint8Array =>
  pdfOfObjects([
    CATALOG,
    `<< /Type /Pages /Count 2000 /Kids [${Array.from({ length: 2000 }, (_, page) => `${page + 4} 0 R`).join(" ")}] >>`,
    streamOf(deflateSync(Buffer.alloc(30 * MB, "q Q ")), "/FlateDecode"),
    ...Array.from({ length: 2000 }, () => PAGE.replace(" >>", " /Contents 3 0 R >>")),
  ]);

const SCRIPT = "/OpenAction << /S /JavaScript /JS (while \\(true\\) app.alert\\(1\\)) >>";

const font = (toUnicode: string) => [
  "<< /Type /Font /Subtype /Type0 /BaseFont /F /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>",
  "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /F /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /W [0 16000000 500] >>",
  text(toUnicode),
];
const RANGES = Array.from({ length: 16 }, (_, n) => `<${n.toString(16)}0000000> <${n.toString(16)}0FFFFFF> <0041>`);

/** A font that says which letter each of its signs is. */
function largeFont(): Uint8Array {
  const space = "1 begincodespacerange <00000000> <FFFFFFFF> endcodespacerange";
  const ranges = `${RANGES.length} beginbfrange ${RANGES.join("\n")} endbfrange`;
  const words = text("BT /F 9 Tf <0041> Tj ET");
  return pageWith(words, "/Font << /F 5 0 R >>", ...font(`${space} ${ranges}`));
}

/** A DOCX whose directory says that its part has a hundred bytes; it has 64 MB. */
function smallSaidDocx(): Uint8Array {
  const zip = Buffer.from(docxOf(" ".repeat(64 * MB)));
  for (const [mark, at] of [
    ["PK\u0003\u0004", 22],
    ["PK\u0001\u0002", 24],
  ] as const) {
    zip.writeUInt32LE(100, zip.indexOf(mark) + at);
  }
  return new Uint8Array(zip);
}

/** What it is, a file, and what is said of it; `undefined`: it has a text. */
export type HostileFile = [ending: string, title: string, make: () => Uint8Array, words: string | undefined];

const LARGE = "too large";
const NO_TEXT = "holds no text";
const flate = (content: Uint8Array, more?: string) => streamOf(deflateSync(content), "/FlateDecode", more);

/** Files that would take a machine's memory or lead a reader astray. */
export const HOSTILE: HostileFile[] = [
  [".pdf", "Flate of 128 MB", () => bombPdf(128 * MB), LARGE],
  [
    ".pdf",
    "Flate of Flate of 128 MB",
    () => pageWith(streamOf(deflateSync(zeros(128 * MB)), "/FlateDecode /FlateDecode")),
    LARGE,
  ],
  [
    ".pdf",
    "hexadecimal Flate of 128 MB",
    () => pageWith(streamOf(Buffer.from(`${zeros(128 * MB).toString("hex")}>`), "/ASCIIHexDecode /FlateDecode")),
    LARGE,
  ],
  [".pdf", "LZW of 64 MB", () => pageWith(streamOf(lzwOf(64 * MB), "/LZWDecode")), LARGE],
  [
    ".pdf",
    "runs of 128 MB in Flate",
    () => pageWith(streamOf(deflateSync(runs(128 * MB)), "/FlateDecode /RunLengthDecode")),
    LARGE,
  ],
  [
    ".pdf",
    "rows of two billion columns",
    () => pageWith(flate(Buffer.alloc(MB), "/DecodeParms [<< /Predictor 12 /Columns 2000000000 >>]")),
    NO_TEXT,
  ],
  [
    ".pdf",
    "a list of ten million lists",
    () => pageWith(flate(Buffer.concat([Buffer.from("["), Buffer.alloc(30 * MB, "[] "), Buffer.from("] TJ")]))),
    "too much memory",
  ],
  [".pdf", "a page of half a million words", () => pageWith(flate(Buffer.alloc(7 * MB, "BT (a) Tj ET "))), NO_TEXT],
  [".pdf", "a million arrays, each in the other", () => pageWith("[".repeat(MB)), "damaged"],
  [".pdf", "a million dictionaries, each in the other", () => pageWith("<< /A ".repeat(MB)), "damaged"],
  [
    ".pdf",
    "pages that are their own parents",
    () => pdfOfObjects([CATALOG, "<< /Type /Pages /Count 9 /Kids [2 0 R 2 0 R] >>"]),
    NO_TEXT,
  ],
  [".pdf", "a font of three hundred million letters", largeFont, "too much memory"],
  [".pdf", "10,000 pages", () => pdfOfPages(10_000), "more than 2000 pages"],
  [".pdf", "a password", encryptedPdf, "encrypted"],
  [".pdf", "a script that runs when it is opened", () => pdfOf(["Texte"], SCRIPT), undefined],
  [".docx", "a part of 64 MB", () => docxOf(" ".repeat(64 * MB)), LARGE],
  [".docx", "a part that says it is small", smallSaidDocx, NO_TEXT],
  [".docx", "a zip in a zip", () => zipSync({ "word/document.xml.zip": docxOf("x") }), "no DOCX"],
  [".docx", "a million paragraphs, each in the other", () => docxOf("<w:p>".repeat(MB)), NO_TEXT],
  [".docx", "entities of entities", () => docxOf("<!DOCTYPE x [<!ENTITY a '&b;&b;'>]>&a;"), undefined],
  [".html", "a million elements, each in the other", () => utf8(`${"<div>".repeat(MB)}x`), undefined],
  [".html", "a million tags that never end", () => utf8("<a ".repeat(3 * MB)), undefined],
  [".html", "a million scripts that never end", () => utf8(`x${"<script>".repeat(MB)}`), undefined],
  [".txt", "50 MB of text", () => Buffer.alloc(50 * MB, "mot "), undefined],
];
