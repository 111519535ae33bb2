import type { Connector } from "../../db/connectors/connectors.ts";
import { notePriceTax } from "../../src/connectors/change-connector.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import { asksPriceTax } from "../../src/connectors/engine/price-terms.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import type { Way } from "./link.ts";

interface Asking extends Pick<Way, "adapter" | "api"> {
  services: Pick<ThreadServices, "write">;
  db: { tenantId: string };
  /** Absent: nothing is kept. */
  memory?: object;
}

/**
 * The connector with what its shop says of tax in its prices. A shop that has not said it yet is asked before prices are sent
 * or taken, and its answer is kept; one that does not say it to these credentials is asked the next time again.
 */
export async function withPriceTax(
  connector: Connector,
  { adapter, api, services, db, memory }: Asking,
): Promise<Connector> {
  const platform = findPlatform(connector.platformId);
  if (!platform || !adapter.priceTax || !asksPriceTax(connector, platform)) return connector;
  const priceTax = await adapter.priceTax(api).catch((error: unknown) => {
    if (error instanceof PlatformError && error.reason !== "unreachable") return undefined;
    throw error;
  });
  if (priceTax === undefined) return connector;
  const { id, version } = connector;
  if (memory) await services.write(notePriceTax, db.tenantId, { id, version, priceTax });
  return { ...connector, shopPriceTax: priceTax };
}
