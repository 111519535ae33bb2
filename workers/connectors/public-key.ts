import { findConnector } from "../../db/connectors/connectors.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import type { PublicKey } from "../../src/connectors/engine/shop/shop-webhook.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { openWay } from "./open-way.ts";

/** The key by which the platform of a connector signs its webhooks; `null`: it has none of that id, or does not say. */
export async function readPublicKey(
  services: ThreadServices,
  tenantId: string,
  { id, keyId }: { id: string; keyId: string },
  signal: AbortSignal,
): Promise<{ key: PublicKey | null }> {
  const db = services.reader(tenantId);
  const connector = await findConnector(db, id);
  if (!connector) return { key: null };
  const { adapter, api } = await openWay(connector, { services, db, signal });
  try {
    return { key: (await adapter.publicKey?.(api, keyId)) ?? null };
  } catch (error) {
    if (error instanceof PlatformError) return { key: null };
    throw error;
  }
}
