import { deleteMappings, findByExternalIds } from "../../../db/connectors/mappings.ts";
import type { Tx } from "../../../db/ports.ts";

/** Forgets what a connector calls products that the platform has deleted; the products stay. */
export async function unlink(tx: Tx, connectorId: string, externalIds: readonly string[]): Promise<number> {
  const mapped = await findByExternalIds(tx, connectorId, externalIds);
  await deleteMappings(
    tx,
    connectorId,
    mapped.map(({ productId }) => productId),
  );
  return mapped.length;
}
