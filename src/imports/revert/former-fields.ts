import type { LaterChange } from "../../../db/history/imported-changes.ts";
import type { StoredRow } from "../../../db/products/product-row.ts";
import { centsOf } from "../../kit/cents.ts";
import { isSettable } from "../../products/fields/apply-fields.ts";
import { PRODUCT_FIELDS } from "../../products/fields/catalogue.ts";
import { fieldValue, storedExtra } from "../../products/fields/field-changes.ts";
import { PRICE_FIELDS } from "../../products/fields/read-fields.ts";
import { isSameJson } from "../../text/unknown-values.ts";

/** Fields that only files bring: no request sets them. */
const PARKED: ReadonlySet<string> = new Set(
  PRODUCT_FIELDS.flatMap(({ name, place }) => (place === "parked" ? [name] : [])),
);
const DELETED = "deleted_at";
/** What their steps keep of variants says more than the history of their product. */
const VARIANTS = "variants";

/** The fields of a product that an import changed. */
export interface FormerFields {
  /** As an update takes them, by request name. */
  values: Record<string, unknown>;
  /** Those that no update sets. */
  parked: Record<string, unknown>;
  /** Whether it was deleted before, and when; absent: that stays. */
  deletedAtMs?: number | null;
  /** Request names of all of these. */
  names: string[];
  /** Fields that were changed again since. */
  touched: string[];
}

/** What a field was before the import, or that it was changed since. */
interface Field {
  former: unknown;
  after: unknown;
  isTouched: boolean;
}

function followed(changes: readonly LaterChange[]): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const { field, isOwn, before, after } of changes) {
    const known = fields.get(field);
    if (!isOwn) {
      if (known) known.isTouched = true;
      continue;
    }
    const former = known && !known.isTouched ? known.former : before;
    fields.set(field, { former, after, isTouched: false });
  }
  return fields;
}

/** What the fields were that an import changed, as far as they are still what it made of them. */
export function formerFields(row: StoredRow, changes: readonly LaterChange[]): FormerFields {
  const found: FormerFields = { values: {}, parked: {}, names: [], touched: [] };
  for (const [field, { former, after, isTouched }] of followed(changes)) {
    if (field === VARIANTS) continue;
    if (isTouched || !isSameJson(fieldValue(row, field), after)) {
      found.touched.push(field);
      continue;
    }
    (put(found, field, former) ? found.names : found.touched).push(field);
  }
  return found;
}

/** Notes what a field was; not of one that nothing sets by itself. */
function put(found: FormerFields, field: string, former: unknown): boolean {
  if (field === DELETED) found.deletedAtMs = typeof former === "string" ? Date.parse(former) : null;
  else if (PARKED.has(field)) found.parked[field] = storedExtra(field, former);
  else if (isSettable(field)) found.values[field] = asSet(field, former);
  else return false;
  return true;
}

const asSet = (field: string, value: unknown): unknown =>
  typeof value === "number" && PRICE_FIELDS.includes(field) ? centsOf(value) : value;
