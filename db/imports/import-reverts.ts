import { keyedTable } from "../keyed-table.ts";
import { jsonColumn, NUMBER, TEXT } from "../table.ts";

const LEFT = {
  importId: TEXT,
  /** Its place in the list. */
  seq: NUMBER,
  productId: TEXT,
  name: TEXT,
  reason: TEXT,
  /** Which of its fields; none: the product as a whole. */
  fields: jsonColumn<string[]>(),
};
/** Products that an undo leaves as they are, wholly or in part, in the order they were come by. */
export const leftProducts = keyedTable("import_revert_left", LEFT, ["importId", "seq"]);
