import { deleteMappings, findByExternalIds } from "../../../../db/connectors/mappings.ts";
import { deleteShopLevels } from "../../../../db/connectors/shop-orders.ts";
import type { Tx } from "../../../../db/ports.ts";

/** Forgets what a connector calls products that the platform has deleted; the products stay. */
export async function unlink(tx: Tx, connectorId: string, externalIds: readonly string[]): Promise<number> {
  const mapped = await findByExternalIds(tx, connectorId, externalIds);
  const productIds = mapped.map(({ productId }) => productId);
  await deleteMappings(tx, connectorId, productIds);
  await deleteShopLevels(tx, connectorId, productIds);
  return mapped.length;
}
