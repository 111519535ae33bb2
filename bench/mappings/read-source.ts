import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { Parser } from "htmlparser2";

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

/** Elements of one name as records; paths are `a.b` for elements and `a.@b` for attributes. */
export function readXml(path: string, element: string, encoding = "utf-8"): SourceRecord[] {
  const records: Map<string, string[]>[] = [];
  const steps: string[] = [];
  let text = "";
  const add = (at: string, value: string) => {
    const record = records.at(-1);
    if (value.trim() !== "") record?.set(at, [...(record.get(at) ?? []), value.trim()]);
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        text = "";
        if (steps.length === 0 && name !== element) return;
        if (steps.length === 0) records.push(new Map());
        steps.push(name);
        for (const [key, value] of Object.entries(attributes)) add([...steps.slice(1), `@${key}`].join("."), value);
      },
      ontext: (piece) => {
        text += piece;
      },
      onclosetag: () => {
        if (steps.length > 1) add(steps.slice(1).join("."), text);
        steps.pop();
        text = "";
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(decode(path, encoding));
  return records;
}

/** Objects of a list as records; `records` picks the list of the document. */
export function readJson(path: string, records: (document: never) => readonly object[]): SourceRecord[] {
  return records(JSON.parse(decode(path, "utf-8")) as never).map(
    (object) => new Map(Object.entries(object).flatMap(textsOf)),
  );
}

const textsOf = ([key, value]: [string, unknown]): [string, string[]][] => {
  if (value === null || value === undefined || value === "") return [];
  return [[key, (Array.isArray(value) ? value : [value]).map(String)]];
};
