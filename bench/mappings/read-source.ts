import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { type AnyNode, type Element, isCDATA, isTag, isText } from "domhandler";
import { parseDocument } from "htmlparser2";

/**
 * Reads the files of the corpus for their truth, by parsers that the service does not use: a fault of its readers cannot
 * hide in what they are judged by.
 */

/** A record of a source: texts by column or by path; of several under one path all, in their order. */
export type SourceRecord = ReadonlyMap<string, readonly string[]>;

export interface CsvForm {
  delimiter: string;
  encoding?: "utf-8" | "windows-1252" | "windows-1251" | "utf-16le";
  /** Lines before the header. */
  skip?: number;
  quote?: string | false;
}

const decode = (path: string, encoding: string) => new TextDecoder(encoding as Bun.Encoding).decode(readFileSync(path));

/** Rows of a delimited text, by the names of its header; names that repeat get ` #2`, ` #3`. */
export function readCsv(
  path: string,
  { delimiter, encoding = "utf-8", skip = 0, quote = '"' }: CsvForm,
): SourceRecord[] {
  const rows: string[][] = parse(decode(path, encoding), {
    bom: true,
    delimiter,
    quote,
    from_line: skip + 1,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  return byHeader(rows);
}

/** Rows below a header as records. */
export function byHeader([header = [], ...rows]: string[][]): SourceRecord[] {
  const seen = new Map<string, number>();
  const names = header.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name.trim() : `${name.trim()} #${count}`;
  });
  return rows.map((row) => new Map(names.map((name, index) => [name, [row[index] ?? ""]])));
}

const textOf = (node: AnyNode): string =>
  isText(node) ? node.data : isTag(node) || isCDATA(node) ? node.children.map(textOf).join("") : "";

/** Elements of one name as records; paths are `a.b` for elements and `a.@b` for attributes. */
export function readXml(path: string, element: string, encoding = "utf-8"): SourceRecord[] {
  const records: SourceRecord[] = [];
  const visit = (node: AnyNode): void => {
    if (!isTag(node)) return;
    if (node.name === element) records.push(recordOf(node));
    else for (const child of node.children) visit(child);
  };
  for (const node of parseDocument(decode(path, encoding), { xmlMode: true, decodeEntities: true }).children)
    visit(node);
  return records;
}

function recordOf(element: Element): SourceRecord {
  const record = new Map<string, string[]>();
  const add = (path: string, text: string) => {
    if (text.trim() !== "") record.set(path, [...(record.get(path) ?? []), text.trim()]);
  };
  const visit = (node: Element, path: string) => {
    for (const [name, value] of Object.entries(node.attribs)) add(path === "" ? `@${name}` : `${path}.@${name}`, value);
    const elements = node.children.filter(isTag);
    if (elements.length === 0) add(path, textOf(node));
    for (const child of elements) visit(child, path === "" ? child.name : `${path}.${child.name}`);
  };
  visit(element, "");
  return record;
}

/** Objects of a list as records; `records` picks the list of the document. */
export function readJson(path: string, records: (document: never) => readonly object[]): SourceRecord[] {
  return records(JSON.parse(decode(path, "utf-8")) as never).map((object) => {
    const record = new Map<string, string[]>();
    const visit = (value: unknown, at: string): void => {
      if (Array.isArray(value)) for (const each of value) visit(each, at);
      else if (typeof value === "object" && value !== null)
        for (const [key, each] of Object.entries(value)) visit(each, at === "" ? key : `${at}.${key}`);
      else if (value !== null && value !== undefined && value !== "")
        record.set(at, [...(record.get(at) ?? []), String(value)]);
    };
    visit(object, "");
    return record;
  });
}
