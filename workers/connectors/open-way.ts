import type { Connector } from "../../db/connectors/connectors.ts";
import type { Reader } from "../../db/ports.ts";
import type { Adapter } from "../../src/connectors/adapter.ts";
import { loadAdapter } from "../../src/connectors/adapters.ts";
import { openApi } from "../../src/connectors/api.ts";
import { openCredentials } from "../../src/connectors/credentials.ts";
import { keepToken, openToken, sealToken } from "../../src/connectors/tokens.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { holdersIn } from "./link.ts";
import type { Way } from "./send.ts";

interface Opening {
  services: ThreadServices;
  db: Reader & { tenantId: string };
  signal: AbortSignal;
}

/** The token of a connector as a credential: the one that is kept, else a new one, which is kept sealed. */
async function tokenOf(
  { connector, adapter }: { connector: Connector; adapter: Adapter },
  credentials: Record<string, string>,
  { services, db, signal }: Opening,
): Promise<Record<string, string>> {
  if (!adapter.fetchToken) return {};
  const { id: connectorId, version } = connector;
  const kept = await openToken(services.secrets, db, connectorId, services.now());
  if (kept) return kept;
  const fetched = await adapter.fetchToken(openApi(services.outbound, credentials, signal));
  if (fetched === null) return {};
  const sealed = sealToken(services.secrets, { tenantId: db.tenantId, connectorId }, fetched, services.now());
  await services.write(keepToken, db.tenantId, { connectorId, version, sealed });
  return { [fetched.name]: fetched.token };
}

/** Opens the way to the platform of a connector, with its credentials. Throws `PlatformError` when it gives no token. */
export async function openWay(connector: Connector, opening: Opening): Promise<Way> {
  const { services, db, signal } = opening;
  const adapter = await loadAdapter(connector.platformId);
  const credentials = await openCredentials(services, db, connector.id);
  const token = await tokenOf({ connector, adapter }, credentials, opening);
  return {
    connector,
    adapter,
    api: openApi(services.outbound, { ...credentials, ...token }, signal),
    existing: connector.syncOptions["existing_products"] === "skip" ? "skip" : "link",
    holders: holdersIn(db, connector.id),
  };
}

/** Forgets the token of a connector whose credentials were refused: the next run fetches another one. */
export const forgetToken = async ({ id, version }: Connector, { services, db }: Opening): Promise<void> =>
  services.write(keepToken, db.tenantId, { connectorId: id, version, sealed: null });
