import type { LifecycleStatus, ProductRow, Status } from "../../../db/products/product-row.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { nameKey } from "../../text/name-key.ts";
import { eanOf } from "./ean.ts";

/** Puts a value into a row that is a copy. */
export type Setter = (row: ProductRow, value: unknown) => void;

/** Keys of a row whose values have exactly this type. */
export type KeysOf<T> = {
  [K in keyof ProductRow]: [ProductRow[K], T] extends [T, ProductRow[K]] ? K : never;
}[keyof ProductRow];

const textOf = (value: unknown): string | null => (value === null || value === "" ? null : String(value));
const isEmpty = (value: unknown): boolean => value === null || value === "";

export const textSetter =
  (key: KeysOf<string | null>): Setter =>
  (row, value) => {
    row[key] = textOf(value);
  };
export const numberSetter =
  (key: KeysOf<number | null>): Setter =>
  (row, value) => {
    row[key] = isEmpty(value) ? null : Number(value);
  };

export const setName: Setter = (row, value) => {
  const title = String(value).trim();
  if (title === row.title) return;
  row.title = title;
  row.titleKey = nameKey(title);
};

/** Another way to write the code the product has changes nothing. Throws VALIDATION_FAILED for what is no code. */
export const setBarcode: Setter = (row, value) => {
  const written = textOf(value)?.trim();
  if (!written) return void Object.assign(row, { ean: null, gtin14: null, eanStatus: "missing" });
  const ean = eanOf(written);
  if (!ean) throw invalidBody([{ field: "barcode", type: "invalid_format", key: "validation.ean" }]);
  if (ean.gtin14 !== row.gtin14) Object.assign(row, ean);
};

export const setReference: Setter = (row, value) => {
  row.reference = textOf(textOf(value)?.trim() ?? null);
  row.referenceKey = row.reference === null ? null : nameKey(row.reference);
};

export const upperCaseSetter =
  (key: KeysOf<string | null>): Setter =>
  (row, value) => {
    row[key] = textOf(value)?.toUpperCase() ?? null;
  };

export const setStatus: Setter = (row, value) => {
  // The schema of the request, or the import's check, let one of the four words through.
  row.status = value as Status;
};

/** False leaves an archived or draft product what it is. */
export const setIsActive: Setter = (row, value) => {
  if (value === true) row.status = "active";
  else if (row.status === "active") row.status = "inactive";
};

export const setLifecycleStatus: Setter = (row, value) => {
  row.lifecycleStatus = value as LifecycleStatus;
};

export const setDiscontinued: Setter = (row, value) => {
  if (value === true) row.lifecycleStatus = "discontinued";
  else if (row.lifecycleStatus === "discontinued") row.lifecycleStatus = "active";
};
