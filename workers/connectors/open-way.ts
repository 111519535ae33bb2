import type { Connector } from "../../db/connectors/connectors.ts";
import type { Reader } from "../../db/ports.ts";
import { openCredentials } from "../../src/connectors/credentials.ts";
import { loadAdapter } from "../../src/connectors/engine/adapters.ts";
import { openApi } from "../../src/connectors/engine/api.ts";
import type { TokenStore } from "../../src/connectors/engine/token-line.ts";
import { openToken, sealToken, storeToken } from "../../src/connectors/engine/tokens.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import type { Way } from "./link.ts";
import { holdersIn } from "./link.ts";

interface Opening {
  services: ThreadServices;
  db: Reader & { tenantId: string };
  signal: AbortSignal;
}

/** The token of a connector, sealed in the database. */
const tokensOf = ({ id: connectorId, version }: Connector, { services, db }: Opening): TokenStore => ({
  read: () => openToken(services.secrets, db, connectorId, services.now()),
  keep: async (fetched) => {
    const sealed = sealToken(services.secrets, { tenantId: db.tenantId, connectorId }, fetched, services.now());
    await services.write(storeToken, db.tenantId, { connectorId, version, sealed });
  },
});

/** Opens the way to the platform of a connector, with its credentials. */
export async function openWay(connector: Connector, opening: Opening): Promise<Way> {
  const { services, db, signal } = opening;
  const adapter = await loadAdapter(connector.platformId);
  const credentials = await openCredentials(services, db, connector.id);
  return {
    connector,
    adapter,
    api: openApi(services.outbound, credentials, signal, {
      waitFor: services.pause,
      tokens: tokensOf(connector, opening),
    }),
    existing: connector.syncOptions["existing_products"] === "skip" ? "skip" : "link",
    holders: holdersIn(db, connector.id),
  };
}

/** Forgets the token of a connector whose credentials were refused: the next run fetches another one. */
export const deleteToken = async ({ id, version }: Connector, { services, db }: Opening): Promise<void> =>
  services.write(storeToken, db.tenantId, { connectorId: id, version, sealed: null });
