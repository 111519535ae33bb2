import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parse } from "csv-parse";
import { ZipFile } from "yazl";

type Product = Record<string, string>;

async function* productsOf(file: string): AsyncGenerator<Product> {
  // Read with `columns`, each is an object.
  for await (const product of createReadStream(file).pipe(parse({ columns: true }))) yield product as Product;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const inXml = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
/** A number where the file's text is one, as a supplier's program writes it. */
const asTyped = (text: string): string | number =>
  /^(?:0|[1-9]\d{0,9})(?:\.\d{1,4})?$/.test(text) ? Number(text) : text;
const filled = (product: Product) => Object.entries(product).filter(([, text]) => text !== "");
const objectOf = (product: Product): string =>
  JSON.stringify(Object.fromEntries(filled(product).map(([name, text]) => [name, asTyped(text)])));

async function* ndjson(products: AsyncIterable<Product>) {
  for await (const product of products) yield `${objectOf(product)}\n`;
}

async function* json(products: AsyncIterable<Product>) {
  let before = "[\n";
  for await (const product of products) {
    yield before + objectOf(product);
    before = ",\n";
  }
  yield "\n]\n";
}

async function* xml(products: AsyncIterable<Product>) {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<products>\n';
  for await (const product of products) {
    const members = filled(product).map(([name, text]) => `<${name}>${inXml(text)}</${name}>`);
    yield `<product>${members.join("")}</product>\n`;
  }
  yield "</products>\n";
}

const textCell = (text: string) => `<c t="inlineStr"><is><t>${inXml(text)}</t></is></c>`;
const cellOf = (text: string) => {
  if (text === "") return "<c/>";
  const value = asTyped(text);
  return typeof value === "number" ? `<c><v>${value}</v></c>` : textCell(text);
};

async function* sheet(products: AsyncIterable<Product>) {
  yield "<worksheet><sheetData>";
  let hasHeader = false;
  for await (const product of products) {
    if (!hasHeader) yield `<row>${Object.keys(product).map(textCell).join("")}</row>`;
    hasHeader = true;
    yield `<row>${Object.values(product).map(cellOf).join("")}</row>`;
  }
  yield "</sheetData></worksheet>";
}

const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relation = (type: string, target: string) =>
  `<Relationships><Relationship Id="rId1" Type="${RELATIONS}/${type}" Target="${target}"/></Relationships>`;
const PARTS = {
  "[Content_Types].xml": "<Types/>",
  "_rels/.rels": relation("officeDocument", "xl/workbook.xml"),
  "xl/workbook.xml": `<workbook xmlns:r="${RELATIONS}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": relation("worksheet", "worksheets/sheet1.xml"),
};

async function writeWorkbook(products: AsyncIterable<Product>, file: string): Promise<void> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(content), name);
  zip.addReadStream(Readable.from(sheet(products)), "xl/worksheets/sheet1.xml");
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}

const TEXTS = { ndjson, json, xml };
export const FORMATS = ["csv", "ndjson", "json", "xml", "xlsx"] as const;

/** Writes the products of a CSV file in another format. */
export async function writeAs(
  format: Exclude<(typeof FORMATS)[number], "csv">,
  csv: string,
  file: string,
): Promise<void> {
  if (format === "xlsx") return writeWorkbook(productsOf(csv), file);
  await pipeline(Readable.from(TEXTS[format](productsOf(csv))), createWriteStream(file));
}
