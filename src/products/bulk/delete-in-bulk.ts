import { mutation } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import { removeProducts } from "../changes/commit/remove-products.ts";

/**
 * Hides or erases products; ids in lower case, each once. Returns the ids of those that were there: what is hidden
 * already is not there to be hidden.
 */
export const deleteInBulk = mutation(
  "products.delete-in-bulk",
  async (tx, { ids, permanent }: { ids: string[]; permanent: boolean }, context): Promise<{ deleted: string[] }> => {
    const rows = (await findRowsByIds(tx, ids)).filter(({ deletedAtMs }) => permanent || deletedAtMs === null);
    await removeProducts(tx, rows, { permanent }, context);
    return { deleted: rows.map(({ id }) => id) };
  },
);
