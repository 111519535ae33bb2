import { Buffer } from "node:buffer";
import { textHash } from "../../db/text-hash.ts";
import { type FieldProblem, invalidBody, invalidParameter } from "./errors.ts";

/** Where a page ended: the sort values of its last item, its id last. */
export type CursorValues = (string | number | null)[];

/** Packs where a page ended. `list` names the list with its filters and order; another list refuses the cursor. */
export function encodeCursor(list: string, values: CursorValues): string {
  const text = JSON.stringify(values);
  return Buffer.from(`${textHash(list + text).toString(36)}.${text}`).toString("base64url");
}

const isCursorValues = (values: unknown): values is CursorValues =>
  Array.isArray(values) &&
  values.every((value) => value === null || typeof value === "string" || typeof value === "number");

/** Unpacks a cursor; `undefined` when it is damaged or belongs to another list. */
function readCursor(list: string, cursor: string): CursorValues | undefined {
  const packed = Buffer.from(cursor, "base64url").toString();
  const dot = packed.indexOf(".");
  const text = packed.slice(dot + 1);
  if (dot < 1 || packed.slice(0, dot) !== textHash(list + text).toString(36)) return undefined;
  try {
    const values: unknown = JSON.parse(text);
    return isCursorValues(values) ? values : undefined;
  } catch {
    return undefined;
  }
}

const PROBLEM: FieldProblem = { field: "cursor", type: "invalid_value", key: "validation.cursor" };

/**
 * Unpacks a cursor of this list. Throws INVALID_PARAMETER (VALIDATION_FAILED when it came in a body) for a damaged one
 * and for one of another list, other filters or another order.
 */
export function decodeCursor(list: string, cursor: string, place: "query" | "body" = "query"): CursorValues {
  const values = readCursor(list, cursor);
  if (values) return values;
  throw place === "query" ? invalidParameter([PROBLEM]) : invalidBody([PROBLEM]);
}
