import { allPackedIn } from "../packed.ts";
import type { Reader } from "../ports.ts";
import { number, type Row } from "../rows.ts";
import { PRODUCT_COLUMNS, readProductRow, type StoredRow } from "./product-row.ts";
import { STATE } from "./product-state.ts";

const COLUMNS = `product.row_id, ${PRODUCT_COLUMNS}`;
const readStored = (row: Row): StoredRow => Object.assign(readProductRow(row), { rowId: number(row, "row_id") });

const rowsBy =
  (column: "id" | "gtin14") =>
  (db: Reader, values: readonly string[]): Promise<StoredRow[]> =>
    db.all(
      `select ${COLUMNS} from json_each(:values) wanted
        cross join product on product.tenant_id = :tenant and product.${column} = wanted.value
        ${STATE}`,
      { values: JSON.stringify(values) },
      readStored,
    );

/** The products with these ids, soft-deleted ones included, in no order. */
export const findRowsByIds = rowsBy("id");

/** The products with these codes padded to 14 digits, soft-deleted ones included, in no order. */
export const findRowsByGtins = rowsBy("gtin14");

/** A live product that a code names, with its generic stock: `null` where none is stored. */
export interface CodedProduct {
  rowId: number;
  id: string;
  gtin14: string;
  genericStock: number | null;
}

/** The live products with these codes padded to 14 digits, none of which comes twice, in no order. */
export const findCodedProducts = (db: Reader, gtin14s: readonly string[]): Promise<CodedProduct[]> =>
  db.one(
    `select json_group_array(json_array(wanted.key, product.row_id, product.id, state.generic_stock)) as found
      from json_each(:gtin14s) wanted
      cross join product on product.tenant_id = :tenant and product.gtin14 = wanted.value
        and product.deleted_at_ms is null
      ${STATE}`,
    { gtin14s: JSON.stringify(gtin14s) },
    (row) =>
      // What the statement puts together.
      (allPackedIn(row, "found") as [number, number, string, number | null][]).map(
        ([place, rowId, id, genericStock]) => ({ rowId, id, gtin14: gtin14s[place] ?? "", genericStock }),
      ),
  );

/**
 * The products with these references, soft-deleted ones included, in no order. Several may hold one reference. `known`: the
 * places of those that need not be read again.
 */
export const findRowsByReferences = (
  db: Reader,
  references: readonly string[],
  known: readonly number[] = [],
): Promise<StoredRow[]> =>
  db.all(
    `select ${COLUMNS} from json_each(:references) wanted
      cross join product on product.tenant_id = :tenant and product.reference = wanted.value
        and product.row_id not in (select value from json_each(:known))
      ${STATE}`,
    { references: JSON.stringify(references), known: JSON.stringify(known) },
    readStored,
  );
