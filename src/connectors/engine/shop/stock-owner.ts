import type { Connector } from "../../../../db/connectors/connectors.ts";
import { hasOrders } from "../../../../db/connectors/shop-orders.ts";
import { registersOrders } from "../../../../db/connectors/shop-webhooks.ts";
import type { Reader } from "../../../../db/ports.ts";

export const STOCK_OWNERS = ["catalog", "shop"] as const;
/** Whose number the stock of a connector's products is. */
export type StockOwner = (typeof STOCK_OWNERS)[number];

type Options = Pick<Connector, "syncOptions">;

/** Whose number it is. By default the catalog's: levels are sent, and the shop's orders lower them. */
export const stockOwnerOf = ({ syncOptions }: Options): StockOwner =>
  syncOptions["stock_owner"] === "shop" ? "shop" : "catalog";

/**
 * Whether the levels that a shop reports are taken. Where its owner is not named, they are until the shop reports orders, or is
 * registered to: from then on these say what it sells, and a level would count it twice.
 */
export async function takesLevels(db: Reader, connector: Options & Pick<Connector, "id">): Promise<boolean> {
  const owner = connector.syncOptions["stock_owner"];
  if (owner === "shop") return true;
  if (owner === "catalog" || (await hasOrders(db, connector.id))) return false;
  return !(await registersOrders(db, connector.id));
}
