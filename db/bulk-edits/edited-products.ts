import type { ChangedField } from "../history/product-changes.ts";
import { initially, jsonOrNullColumn, keyedTable, wordColumn } from "../keyed-table.ts";
import { jsonColumn, TEXT } from "../table.ts";

/** What became of a product: changed, refused; by an undo as it was, or left as somebody has made it since. */
const EDIT_OUTCOMES = ["changed", "failed", "restored", "kept"] as const;

/** Why a product was refused, as an error of the API is made. */
interface StoredFault {
  code: string;
  options: object;
}

/** The products that bulk edits have changed, and those that they could not change. */
export const editedProducts = keyedTable(
  "bulk_edit_item",
  {
    runId: TEXT,
    productId: TEXT,
    outcome: wordColumn(EDIT_OUTCOMES),
    changes: initially(jsonColumn<ChangedField[]>(), []),
    fault: initially(jsonOrNullColumn<StoredFault>(), null),
  },
  ["runId", "productId"],
);
