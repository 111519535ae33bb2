import { findBrandNames } from "../../../../db/brands/brand-names.ts";
import type { Reader } from "../../../../db/ports.ts";
import type { ProductRow } from "../../../../db/products/product-row.ts";
import { priceOf } from "../../../kit/cents.ts";
import { newProductRow } from "../../../products/changes/new-product-row.ts";
import type { Names } from "../../../products/changes/set/names.ts";
import { PRODUCT_FIELDS } from "../../../products/fields/catalogue.ts";
import { differingFields, fieldValue } from "../../../products/fields/field-changes.ts";
import { Category } from "../../../reference/categories/category.ts";
import type { PlannedRow } from "../chunk/plan-chunk.ts";
import { type PreviewField, partFields } from "./preview-parts.ts";

/** How many rows a dry run shows. */
const SHOWN_MAX = 10;

/** What a dry run shows of a row. */
export interface PreviewRow {
  row_number: number;
  outcome: "create" | "update" | "unchanged" | "skip" | "fail";
  /** `null` for one that would be made, or is not touched. */
  product_id: string | null;
  fields: PreviewField[];
}

/** Values that have another name in the product, or are no field of its row. */
const NAMED_OTHERWISE: ReadonlySet<string> = new Set([
  ..."brand_name brand_id category category_id tags image_urls image_url supplier_id supplier_reference stock".split(
    " ",
  ),
]);
/** Shown by what they stand for. */
const SHOWN_OTHERWISE: ReadonlySet<string> = new Set(["brand_id", "category_id", "image_urls", "image_url", "stock"]);

/** A row that makes a variant of a product that is not there yet makes a part of that. */
const makesVariant = ({ row, change }: PlannedRow) => row.place?.isChild === true && change?.before === undefined;

function outcomeOf(planned: PlannedRow): PreviewRow["outcome"] {
  const { outcome, isCreation, filled } = planned;
  if (outcome !== "matched") return outcome === "failed" ? "fail" : "skip";
  if (isCreation || makesVariant(planned)) return "create";
  return filled?.isChanged ? "update" : "unchanged";
}

/** Amounts that only files bring: they are stored in cents beside the columns. */
const CENTS: ReadonlySet<string> = new Set(
  PRODUCT_FIELDS.flatMap(({ name, place, kind }) => (place === "parked" && kind.exportKind === "money" ? [name] : [])),
);

/** A field as the API shows it. */
function shownValue(row: ProductRow, field: string): unknown {
  const value = fieldValue(row, field);
  return CENTS.has(field) && typeof value === "number" ? priceOf(value) : value;
}

/** The fields that a row names, and those that it changes. */
function fieldsOf({ row, change }: PlannedRow): PreviewField[] {
  if (!change) return [];
  const { before, row: after } = change;
  const named = Object.keys(row.values).filter((name) => !NAMED_OTHERWISE.has(name));
  const changed = differingFields(before ?? { ...newProductRow({ id: after.id, nowMs: 0 }), rowId: 0 }, after);
  return [...new Set([...named, ...changed.filter((name) => !SHOWN_OTHERWISE.has(name))])].map((field) => ({
    // As files call it.
    field: field === "barcode" ? "ean" : field,
    before: before ? shownValue(before, field) : null,
    after: shownValue(after, field),
  }));
}

/** The stock that a row counts: its supplier's, or that of the product. */
function stockField({ row, change }: PlannedRow): PreviewField[] {
  if (!change || row.values["stock"] === undefined || row.place?.variant) return [];
  const move = change.moves?.find(({ supplierId }) => supplierId === (row.supplier?.id ?? null));
  const { stock } = change.row;
  return [{ field: "stock", before: change.before ? (move?.before ?? stock) : null, after: move?.after ?? stock }];
}

type NamesOf = (db: Reader, ids: string[]) => Promise<ReadonlyMap<string, string>>;

const categoryNames: NamesOf = async (db, ids) =>
  new Map((await Category.table.findBy(db, "id", ids)).map(({ id, name }) => [id, name]));

/** What a product belongs to, by its name; one that is not there yet is called as the row calls it. */
async function nameField(
  db: Reader,
  { row, change }: PlannedRow,
  { field, given, key, names }: { field: string; given: string; key: "brandId" | "categoryId"; names: NamesOf },
): Promise<PreviewField[]> {
  if (!change || (row.values[given] === undefined && row.values[`${field}_id`] === undefined)) return [];
  const ids = [change.before?.[key] ?? null, change.row[key]];
  const known = await names(
    db,
    ids.filter((id) => id !== null),
  );
  const [before, after] = ids.map((id) => (id === null ? null : (known.get(id) ?? row.values[given] ?? null)));
  return [{ field, before, after }];
}

const BRAND = { field: "brand", given: "brand_name", key: "brandId", names: findBrandNames } as const;
const CATEGORY = { field: "category", given: "category", key: "categoryId", names: categoryNames } as const;

/** Shows the first rows of a dry run as they are planned. `names`: what the rows name. */
export function openPreview(db: Reader, names: Names) {
  const rows: PreviewRow[] = [];
  return {
    rows,
    /** Takes in the next rows. What becomes of their products later is not shown. */
    add: async (planned: readonly PlannedRow[]): Promise<void> => {
      for (const each of planned.slice(0, SHOWN_MAX - rows.length)) {
        const fields = [
          ...fieldsOf(each),
          ...stockField(each),
          ...(await nameField(db, each, BRAND)),
          ...(await nameField(db, each, CATEGORY)),
          ...(await partFields(db, each, names)),
        ];
        const outcome = outcomeOf(each);
        rows.push({ row_number: each.row.rowNumber, outcome, product_id: each.change?.before?.id ?? null, fields });
      }
    },
  };
}
