import { type ProductRow, STORED_FIELDS } from "../../../db/products/product-row.ts";

// Its keys are those of a row.
const BLANK = Object.fromEntries(STORED_FIELDS.map(({ key, blank }) => [key, blank])) as ProductRow;

/** A product before its first fields: active, a draft of the workflow, without a title. */
export const newProductRow = ({ id, nowMs }: { id: string; nowMs: number }): ProductRow => ({
  ...BLANK,
  id,
  extra: {},
  createdAtMs: nowMs,
});
