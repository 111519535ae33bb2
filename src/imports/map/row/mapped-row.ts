import type { ImportProblem } from "../rules/row-problems.ts";
import type { UsableEan } from "../values/ean-of-cell.ts";
import type { FamilyMark } from "./family-mark.ts";

/** The texts of a product in one language, by the names of content fields: `title`, `description`, `bullet_points`, … */
export type RowContent = Record<string, string | string[] | Record<string, unknown> | null>;

/** A row of a file, read as fields. */
export interface MappedRow {
  /** Of the record in the file. */
  rowNumber: number;
  /** `null` when the row has no usable one, or the mapping none at all. */
  ean: UsableEan | null;
  /** Why a mapped EAN cannot be used; not among `problems`, for a row may be recognised without it. */
  eanProblem: ImportProblem | null;
  /**
   * Typed values by the API's field names: `reference` for sku, `brand_name` for brand; money in integer cents; lists
   * as arrays; attributes as one object. `null` clears the field; fields the row is silent about are absent.
   */
  values: Record<string, unknown>;
  /** Texts in languages other than the pivot, by language. */
  content: Record<string, RowContent>;
  /** What price lists of other currencies ask, in thousandths by `price` and `compare_at_price`, by the list. */
  listPrices?: Record<string, Record<string, number>> | undefined;
  /** An automatic rule leaves the row out. */
  isSkipped: boolean;
  /** In the order they were found. */
  problems: ImportProblem[];
  /** In a file that writes a product and its variants as rows: what the row is of them. */
  family?: FamilyMark | undefined;
}
