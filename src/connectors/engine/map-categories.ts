import { putShopCategory, type ShopCategoryOf } from "../../../db/connectors/categories.ts";
import { findConnector } from "../../../db/connectors/connectors.ts";
import { mutation } from "../../../db/ports.ts";

/** Notes which category of a platform stands for one here; unless the connector was deleted meanwhile. */
export const noteCategory = mutation("connectors.note-category", async (tx, row: ShopCategoryOf): Promise<void> => {
  if (await findConnector(tx, row.connectorId)) await putShopCategory(tx, row);
});
