import type { LifecycleStatus, ProductRow, Status } from "../../../db/products/product-row.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { nameKey } from "../../text/name-key.ts";
import { eanOf } from "./ean.ts";

/** Puts a value into a row that is a copy. */
type Setter = (row: ProductRow, value: unknown) => void;

interface FieldSetter {
  /** What differs in the row when the field has changed. */
  key: keyof ProductRow;
  set: Setter;
}

/** Keys of a row whose values have exactly this type. */
type KeysOf<T> = {
  [K in keyof ProductRow]: [ProductRow[K], T] extends [T, ProductRow[K]] ? K : never;
}[keyof ProductRow];

const textOf = (value: unknown): string | null => (value === null || value === "" ? null : String(value));
const isEmpty = (value: unknown): boolean => value === null || value === "";

const textSetter =
  (key: KeysOf<string | null>): Setter =>
  (row, value) => {
    row[key] = textOf(value);
  };
const numberSetter =
  (key: KeysOf<number | null>): Setter =>
  (row, value) => {
    row[key] = isEmpty(value) ? null : Number(value);
  };

const setName: Setter = (row, value) => {
  const title = String(value).trim();
  if (title === row.title) return;
  row.title = title;
  row.titleKey = nameKey(title);
};

/** Another way to write the code the product has changes nothing. Throws VALIDATION_FAILED for what is no code. */
const setBarcode: Setter = (row, value) => {
  const written = textOf(value)?.trim();
  if (!written) return void Object.assign(row, { ean: null, gtin14: null, eanStatus: "missing" });
  const ean = eanOf(written);
  if (!ean) throw invalidBody([{ field: "barcode", type: "invalid_format", key: "validation.ean" }]);
  if (ean.gtin14 !== row.gtin14) Object.assign(row, ean);
};

const setReference: Setter = (row, value) => {
  row.reference = textOf(textOf(value)?.trim() ?? null);
  row.referenceKey = row.reference === null ? null : nameKey(row.reference);
};

const upperCaseSetter =
  (key: "asin" | "countryOfOrigin"): Setter =>
  (row, value) => {
    row[key] = textOf(value)?.toUpperCase() ?? null;
  };

const setStatus: Setter = (row, value) => {
  // The schema of the request, or the import's check, let one of the four words through.
  row.status = value as Status;
};

/** False leaves an archived or draft product what it is. */
const setIsActive: Setter = (row, value) => {
  if (value === true) row.status = "active";
  else if (row.status === "active") row.status = "inactive";
};

const setLifecycleStatus: Setter = (row, value) => {
  row.lifecycleStatus = value as LifecycleStatus;
};

const setDiscontinued: Setter = (row, value) => {
  if (value === true) row.lifecycleStatus = "discontinued";
  else if (row.lifecycleStatus === "discontinued") row.lifecycleStatus = "active";
};

const field = (key: keyof ProductRow, set: Setter): FieldSetter => ({ key, set });
const textField = (key: KeysOf<string | null>) => field(key, textSetter(key));
const numberField = (key: KeysOf<number | null>) => field(key, numberSetter(key));

/** How each field with a column of its own is set, by its request name. Prices come in cents. */
export const SETTERS: ReadonlyMap<string, FieldSetter> = new Map([
  ["name", field("title", setName)],
  ["title", field("title", setName)],
  ["barcode", field("gtin14", setBarcode)],
  ["ean", field("gtin14", setBarcode)],
  ["reference", field("reference", setReference)],
  ["asin", field("asin", upperCaseSetter("asin"))],
  ["country_of_origin", field("countryOfOrigin", upperCaseSetter("countryOfOrigin"))],
  ["description", textField("description")],
  ["short_description", textField("shortDescription")],
  ["image_url", textField("imageUrl")],
  ["brand_id", textField("brandId")],
  ["category_id", textField("categoryId")],
  ["supplier_id", textField("supplierId")],
  ["price", numberField("priceCents")],
  ["cost_price", numberField("costPriceCents")],
  ["tax_rate", numberField("taxRate")],
  ["weight", numberField("weight")],
  ["width", numberField("width")],
  ["height", numberField("height")],
  ["depth", numberField("depth")],
  ["status", field("status", setStatus)],
  ["is_active", field("status", setIsActive)],
  ["lifecycle_status", field("lifecycleStatus", setLifecycleStatus)],
  ["discontinued", field("lifecycleStatus", setDiscontinued)],
]);
