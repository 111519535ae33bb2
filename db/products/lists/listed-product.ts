import { allPackedIn, type Columns, packedSql, unpackerOf } from "../../packed.ts";
import { type Row, textOrNull } from "../../rows.ts";
import type { ValuesOf } from "../../table.ts";
import { expressionsOf, productFields } from "../product-row.ts";
import { SHOWN_BESIDE, SHOWN_IN_LISTS } from "../shown.ts";

const FACTS = productFields("completenessScore", "createdAtMs", "updatedAtUs", "deletedAtMs");
/** What is shown of a product besides what its row shows as it is. */
export type ShownFacts = ValuesOf<typeof FACTS>;

/** A product of a list. */
export interface ListedProduct extends ShownFacts {
  rowId: number;
  /** What the list is ordered by. */
  sortValues: (string | number)[];
  /** A JSON object: what is shown of its row as it is. */
  shown: string;
}

const COLUMNS: Columns<Omit<ListedProduct, "shown">> = {
  rowId: "page.row_id",
  sortValues: "page.sort_values",
  ...expressionsOf(FACTS),
};
const unpack = unpackerOf<Omit<ListedProduct, "shown">>(COLUMNS);

/**
 * The rows that `page` names, as lists show them, in its order; `page` is ordered, and has `row_id` and as many values to
 * sort by, `sort_0` and so on. A cross join takes `page` first and row by row; an order among the arguments of the
 * aggregates would say so too, but a libSQL server cannot read it. JSON has no line breaks of its own, so the objects are
 * lines.
 */
export const listedSql = (page: string, { values, where = "1" }: ListedOptions) => {
  const sortValues = Array.from({ length: values }, (_, index) => `page.sort_${index}`);
  const columns = { ...COLUMNS, sortValues: `json_array(${sortValues.join(", ")})` };
  return `select json_group_array(${packedSql(columns)}) as packed, group_concat(${SHOWN_IN_LISTS}, char(10)) as shown
    from (${page}) page
    cross join product on product.tenant_id = :tenant and product.row_id = page.row_id
    ${SHOWN_BESIDE}
    where ${where}`;
};
interface ListedOptions {
  values: number;
  where?: string;
}

/** Reads what `listedSql` answers. */
export function listedIn(row: Row): ListedProduct[] {
  const shown = textOrNull(row, "shown")?.split("\n") ?? [];
  return allPackedIn(row, "packed").map((values, index) =>
    Object.assign(unpack(values), { shown: shown[index] ?? "" }),
  );
}
