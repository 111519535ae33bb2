import { Buffer } from "node:buffer";
import { textHash } from "../../../db/text-hash.ts";
import { type FieldProblem, invalidBody, invalidParameter } from "../output/errors.ts";

/** Where a page ended: the sort values of its last item, its id last. */
export type CursorValues = readonly (string | number | null)[];

/** Packs where a page ended. `list` names the list with its filters and order; another list refuses the cursor. */
export function encodeCursor(list: string, values: CursorValues): string {
  const text = JSON.stringify(values);
  return Buffer.from(`${textHash(list + text).toString(36)}.${text}`).toString("base64url");
}

const isText = (value: unknown): value is string => typeof value === "string" && value.isWellFormed();

/** What a value of a cursor may be. */
const KINDS = {
  /** A whole number from 0 on: a row's number, a time. */
  count: (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0,
  number: (value: unknown): value is number => Number.isFinite(value),
  text: isText,
  textOrNull: (value: unknown): value is string | null => value === null || isText(value),
  textOrNumber: (value: unknown): value is string | number => isText(value) || Number.isFinite(value),
};
type Kind = keyof typeof KINDS;
/** What the values of a list's cursors are, in their order. */
export type CursorShape = readonly Kind[];
type Guarded<Guard> = Guard extends (value: unknown) => value is infer Value ? Value : never;
export type ValuesOf<Shape extends CursorShape> = {
  -readonly [Place in keyof Shape]: Guarded<(typeof KINDS)[Shape[Place]]>;
};

const isOfShape = <Shape extends CursorShape>(values: unknown, shape: Shape): values is ValuesOf<Shape> =>
  Array.isArray(values) && values.length === shape.length && shape.every((kind, place) => KINDS[kind](values[place]));

/** Unpacks a cursor; `undefined` when it is damaged or belongs to another list. */
function readCursor<Shape extends CursorShape>(list: string, cursor: string, shape: Shape) {
  const packed = Buffer.from(cursor, "base64url").toString();
  const dot = packed.indexOf(".");
  const text = packed.slice(dot + 1);
  if (dot < 1 || packed.slice(0, dot) !== textHash(list + text).toString(36)) return undefined;
  try {
    const values: unknown = JSON.parse(text);
    // Someone who knows how the hash is made can pack what they like.
    return isOfShape(values, shape) ? values : undefined;
  } catch {
    return undefined;
  }
}

const PROBLEM: FieldProblem = { field: "cursor", type: "invalid_value", key: "validation.cursor" };

/**
 * Unpacks a cursor of this list, whose values are of `shape`. Throws INVALID_PARAMETER (VALIDATION_FAILED when it came in
 * a body) for a damaged one and for one of another list, other filters or another order.
 */
export function decodeCursor<const Shape extends CursorShape>(
  list: string,
  cursor: string,
  shape: Shape,
  place: "query" | "body" = "query",
): ValuesOf<Shape> {
  const values = readCursor(list, cursor, shape);
  if (values) return values;
  throw place === "query" ? invalidParameter([PROBLEM]) : invalidBody([PROBLEM]);
}
