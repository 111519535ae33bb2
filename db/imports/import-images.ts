import type { Reader, Tx } from "../ports.ts";
import { number, text } from "../rows.ts";

/** A product whose images an import is to fetch, and the row of the file that named them. */
export interface WantedImages {
  productId: string;
  rowNumber: number;
}

/** Adds products; of one that is there already the row is the new one. */
export const insertWanted = (tx: Tx, importId: string, wanted: readonly WantedImages[]) =>
  tx.send(
    `insert into import_image (tenant_id, import_id, product_id, row_number)
      select :tenant, :importId, value ->> 0, value ->> 1 from json_each(:wanted) where true
      on conflict do update set row_number = excluded.row_number`,
    { importId, wanted: JSON.stringify(wanted.map(({ productId, rowNumber }) => [productId, rowNumber])) },
  );

/** The next products, in the order of their ids. */
export const listWanted = (db: Reader, importId: string, limit: number): Promise<WantedImages[]> =>
  db.all(
    `select product_id, row_number from import_image
      where tenant_id = :tenant and import_id = :importId order by product_id limit :limit`,
    { importId, limit },
    (row) => ({ productId: text(row, "product_id"), rowNumber: number(row, "row_number") }),
  );

/** Returns whether it was there. */
export const deleteWanted = async (tx: Tx, importId: string, productId: string): Promise<boolean> =>
  (await tx.run(
    "delete from import_image where tenant_id = :tenant and import_id = :importId and product_id = :productId",
    { importId, productId },
  )) === 1;
