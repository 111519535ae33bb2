import type { FieldKey, ProductRow } from "../../../db/products/product-row.ts";
import { slugOfKey } from "../../../db/products/slug.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { EXTRA_FIELD_NAMES, MEANINGS, PRODUCT_FIELDS } from "./catalogue.ts";
import { completenessScore } from "./completeness.ts";
import { orderProblems } from "./read-fields.ts";
import type { Setter } from "./setters.ts";

export interface Applied {
  /** The row with the values, its score counted again. The given row itself when nothing changed. */
  row: ProductRow;
  /** Request names of the fields that really changed, in the order given. */
  changed: string[];
}

const EXTRA: ReadonlySet<string> = new Set(EXTRA_FIELD_NAMES);
/** How each field with a column of its own is set, by its request name. Prices come in cents. */
const SETTERS: ReadonlyMap<string, { changes: FieldKey; set: Setter }> = new Map(
  PRODUCT_FIELDS.flatMap(({ name, column, means }) => {
    const { changes, set } = column ?? PRODUCT_FIELDS.find((each) => each.name === means)?.column ?? {};
    return changes && set ? [[name, { changes, set }]] : [];
  }),
);
/** The one name of a field in events and lists of changes: that of a mere alias is the field's. */
const CANONICAL: ReadonlyMap<string, string> = new Map(
  PRODUCT_FIELDS.flatMap(({ name, means, column }) => (means === undefined || column ? [] : [[name, means]])),
);

/** Whether an update can set a field of this name. */
export const isSettable = (name: string): boolean => EXTRA.has(name) || SETTERS.has(name);

/**
 * Puts values into a copy of a product. Values go by request name (`name`, `barcode`, `price`, …): null or "" clears,
 * `undefined` and names that are no field are passed over, prices are integer cents, texts are cleaned already. They
 * have been checked for type and range; what only the whole row shows is checked here: throws VALIDATION_FAILED for a
 * barcode that is no code and for a largest order below the smallest.
 */
export function applyFields(row: ProductRow, values: Record<string, unknown>): Applied {
  const next = { ...row };
  const changed: string[] = [];
  for (const name of Object.keys(values)) {
    const value = values[name];
    const winner = MEANINGS.get(name);
    if (value === undefined || (winner !== undefined && values[winner] !== undefined)) continue;
    const differs = EXTRA.has(name) ? setExtra(row, next, name, value) : setColumn(next, name, value);
    if (differs) changed.push(CANONICAL.get(name) ?? name);
  }
  if (changed.length === 0) return { row, changed };
  if (row.title === "") giveSlug(row, next);
  checkOrderQuantities(next);
  next.completenessScore = completenessScore(next);
  return { row: next, changed };
}

/** Sets a field with a column of its own, and says whether its value has changed. */
function setColumn(next: ProductRow, name: string, value: unknown): boolean {
  const setter = SETTERS.get(name);
  if (!setter) return false;
  const before = next[setter.changes];
  setter.set(next, value);
  return next[setter.changes] !== before;
}

/** Sets a field of `extra`, in a copy that is made at the first difference. */
function setExtra(row: ProductRow, next: ProductRow, name: string, given: unknown): boolean {
  const value = given === "" ? null : given;
  const before = next.extra[name] ?? null;
  if (before === value || (typeof value === "object" && JSON.stringify(before) === JSON.stringify(value))) return false;
  if (next.extra === row.extra) next.extra = { ...row.extra };
  if (value === null) delete next.extra[name];
  else next.extra[name] = value;
  return true;
}

/** A new product gets a slug from its first title. */
function giveSlug(row: ProductRow, next: ProductRow): void {
  const slug = slugOfKey(next.titleKey);
  if (next.extra["url_slug"] !== undefined || slug === "") return;
  if (next.extra === row.extra) next.extra = { ...row.extra };
  next.extra["url_slug"] = slug;
}

function checkOrderQuantities({ extra }: ProductRow): void {
  const problems = orderProblems(extra["min_order_quantity"], extra["max_order_quantity"]);
  if (problems.length > 0) throw invalidBody(problems);
}
