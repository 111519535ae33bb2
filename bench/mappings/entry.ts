import type { SourceRecord } from "./read-source.ts";

/** What a column or path of a source gives: its first text, all texts of several paths in order, or what is made of a record. */
export type Truth = string | readonly string[] | ((record: SourceRecord) => string | undefined);

/** A real file with what a person says that it holds. */
export interface Entry {
  /** Country of the sender and layout, with the file's ending. */
  name: string;
  /** Where it is published: a repository, the path in it, and the licence that it names. */
  repository: string;
  path: string;
  licence: string;
  /** How it is laid out; files of one program share it. */
  layout: string;
  /** The currency that the file says its prices are in; `null` where it says none. */
  currency: string | null;
  /** Its products, by a parser that the service does not use. */
  read: (path: string) => readonly SourceRecord[] | Promise<readonly SourceRecord[]>;
  /** Every field of the catalog that the file has, by the name that mappings use. */
  fields: Readonly<Record<string, Truth>>;
  /** When it was added, after rules had been tuned to the others; absent for the first ones. */
  added?: string;
  /** The part that the hash of its address has given it; absent where that of its name does. */
  part?: "open" | "locked";
  /** Its records are products, not what is sold of each. */
  areParents?: boolean;
  /** Fields that a mapping may fill as well without being wrong. */
  may?: readonly string[];
}

/** The first text under any of the paths. */
export const first =
  (...paths: string[]) =>
  (record: SourceRecord): string | undefined =>
    paths.map((path) => record.get(path)?.[0]?.trim()).find((text) => text !== undefined && text !== "");

/** The value beside a name, as `PARAM_NAME`/`VAL` and attributes of lists have them. */
export const beside =
  (names: string, values: string, wanted: string) =>
  (record: SourceRecord): string | undefined =>
    record.get(values)?.[record.get(names)?.indexOf(wanted) ?? -1];

/** Whether a code is a GTIN, by its check digit. */
const isGtin = (code: string): boolean => {
  if (!/^(?:\d{8}|\d{12,14})$/.test(code)) return false;
  const digits = [...code.padStart(14, "0")].map(Number);
  return digits.reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 3 : 1), 0) % 10 === 0;
};
/** A column's code where it is a GTIN. */
export const gtin = (column: string) => (record: SourceRecord) => {
  const code = first(column)(record);
  return code !== undefined && isGtin(code) ? code : undefined;
};
