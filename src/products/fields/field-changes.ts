import type { ProductRow, StoredRow } from "../../../db/products/product-row.ts";
import { centsOf, priceOf } from "../../kit/cents.ts";
import { isoOrNull } from "../../text/instant.ts";
import type { FieldChange } from "../changes/commit/record-changes.ts";
import { MEANINGS, PRODUCT_FIELDS } from "./catalogue.ts";
import type { KeysOf } from "./setters.ts";

type Read = (row: ProductRow) => unknown;
const cents =
  (key: KeysOf<number | null>): Read =>
  (row) =>
    priceOf(row[key]);
const asIs =
  (key: keyof ProductRow): Read =>
  (row) =>
    row[key];

/** The fields with a column of their own, by request name, as the API shows them. */
const VALUES: ReadonlyMap<string, Read> = new Map([
  ...PRODUCT_FIELDS.flatMap(({ name, column, means, kind }): [string, Read][] => {
    if (!column || means !== undefined) return [];
    return [[name, kind.exportKind === "money" ? cents(column.key as KeysOf<number | null>) : asIs(column.key)]];
  }),
  ["deleted_at", ({ deletedAtMs }) => isoOrNull(deletedAtMs)],
]);

/** What has no column, and is stored in cents all the same. */
const EXTRA_CENTS: ReadonlySet<string> = new Set(["map_price"]);

function extraValue({ extra }: ProductRow, field: string): unknown {
  const value = extra[field];
  return EXTRA_CENTS.has(field) && typeof value === "number" ? priceOf(value) : value;
}

/** The value of a field by its request name, as the API shows it; `null` when it has none. */
export const fieldValue = (row: ProductRow, field: string): unknown =>
  (VALUES.has(field) ? VALUES.get(field)?.(row) : extraValue(row, field)) ?? null;

/** A value that `fieldValue` gave of a field without a column, as it is stored. */
export const storedExtra = (field: string, value: unknown): unknown =>
  EXTRA_CENTS.has(field) && typeof value === "number" ? centsOf(value) : value;

/** What the history keeps of changed fields, which are given by their request names. `before` is absent for a new product. */
export const fieldChanges = (
  before: StoredRow | undefined,
  after: StoredRow,
  changed: readonly string[],
): FieldChange[] =>
  [...new Set(changed.map((field) => MEANINGS.get(field) ?? field))].map((field) => ({
    productId: after.id,
    productRow: before?.rowId ?? after.rowId,
    field,
    before: before ? fieldValue(before, field) : null,
    after: fieldValue(after, field),
  }));

/** The request names of the fields in which two rows of a product differ. */
export function differingFields(before: StoredRow, after: ProductRow): string[] {
  const changed: string[] = [];
  for (const [field, read] of VALUES) if (read(before) !== read(after)) changed.push(field);
  if (before.extra === after.extra) return changed;
  const names = Object.keys({ ...before.extra, ...after.extra });
  return [...changed, ...names.filter((name) => !isSame(before.extra[name], after.extra[name]))];
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));
