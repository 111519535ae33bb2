import { keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { NUMBER, TEXT } from "../table.ts";

const wantedImages = keyedTable("import_image", { importId: TEXT, productId: TEXT, rowNumber: NUMBER }, [
  "importId",
  "productId",
]);
/** A product whose images an import is to fetch, and the row of the file that named them. */
export interface WantedImages {
  productId: string;
  rowNumber: number;
}

/** Adds products; of one that is there already the row is the new one. */
export const insertWanted = (tx: Tx, importId: string, wanted: readonly WantedImages[]) =>
  wantedImages.send(tx, wanted, { importId }, "on conflict do update set row_number = excluded.row_number");

/** The next products, in the order of their ids. */
export const listWanted = (db: Reader, importId: string, limit: number): Promise<WantedImages[]> =>
  wantedImages.list(db, { where: { importId }, by: "productId", order: "asc", limit });

/** Returns whether it was there. */
export const deleteWanted = async (tx: Tx, importId: string, productId: string): Promise<boolean> =>
  (await wantedImages.erase(tx, { importId, productId })) === 1;
