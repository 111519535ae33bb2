import { type Args, binderOf, parameterNames, replaceParameters } from "../rows.ts";
import { jsonOf } from "./joined-reads.ts";
import { type Statement, toStatement } from "./kept-stream.ts";

/** Characters of the rows that go in one statement, roughly. */
const SIZE_MAX = 250_000;
const KNOWN_MAX = 500;

/** An insert of one row: what comes before its values, they, and what is to be done where it is in conflict. */
const ONE_ROW = /^(\s*insert\b.*?\))\s*values\s*\((.*?)\)\s*(on\s+conflict\b.*)?$/is;

/** The same of many rows. */
interface ManyRows {
  sql: string;
  /** What each row has, in this order. */
  names: readonly string[];
}
const known = new Map<string, ManyRows | undefined>();

/** `undefined`: what is stored of one row may depend on those before it. */
function manyRowsOf(sql: string): ManyRows | undefined {
  const [, into = "", values = "", conflict = ""] = ONE_ROW.exec(sql) ?? [];
  if (values === "" || /\bselect\b/i.test(values) || parameterNames(conflict).length > 0) return undefined;
  const names = parameterNames(values);
  const ofRow = replaceParameters(values, (name) =>
    name === "tenant" ? ":tenant" : `(joined_.value ->> ${names.indexOf(name)})`,
  );
  return { sql: `${into} select ${ofRow} from json_each(:rows) joined_ where true ${conflict}`, names };
}

function knownOf(sql: string): ManyRows | undefined {
  if (known.has(sql)) return known.get(sql);
  if (known.size >= KNOWN_MAX) known.clear();
  const made = manyRowsOf(sql);
  known.set(sql, made);
  return made;
}

/** A character that ends a text where SQLite reads it in JSON. */
const CUTS = "\\u0000";

/**
 * The statements that write these rows, which are as few as can be for an insert: the server parses and compiles each text
 * that it is sent, every time.
 */
export function statementsOf(sql: string, args: readonly Args[], tenantId: string | undefined): Statement[] {
  const alone = () => args.map((each) => toStatement(sql, each, tenantId, false));
  const many = args.length > 1 ? knownOf(sql) : undefined;
  if (!many) return alone();
  const valuesOf = binderOf(many.names);
  const rows = args.map((each) => `[${valuesOf(each, tenantId).map(jsonOf).join()}]`);
  if (rows.some((row) => row.includes(CUTS))) return alone();
  return inPieces(rows).map((piece) => toStatement(many.sql, { rows: `[${piece.join()}]` }, tenantId, false));
}

function inPieces(rows: readonly string[]): string[][] {
  const pieces: string[][] = [];
  let size = SIZE_MAX;
  for (const row of rows) {
    if (size + row.length > SIZE_MAX) {
      pieces.push([]);
      size = 0;
    }
    pieces.at(-1)?.push(row);
    size += row.length;
  }
  return pieces;
}
