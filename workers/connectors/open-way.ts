import type { Connector } from "../../db/connectors/connectors.ts";
import { listOpenLines } from "../../db/connectors/shop-orders.ts";
import type { Reader } from "../../db/ports.ts";
import { openCredentials, secretsOf } from "../../src/connectors/credentials.ts";
import { loadAdapter } from "../../src/connectors/engine/adapters.ts";
import { openApi } from "../../src/connectors/engine/requests/api.ts";
import { cleanAdapter } from "../../src/connectors/engine/requests/clean-adapter.ts";
import { dryApi } from "../../src/connectors/engine/requests/dry-api.ts";
import type { ApiRequest } from "../../src/connectors/engine/requests/platform-api.ts";
import type { TokenStore } from "../../src/connectors/engine/requests/token-line.ts";
import { openToken, sealToken, storeToken } from "../../src/connectors/engine/requests/tokens.ts";
import { findWork, noteWork, type WorkStore } from "../../src/connectors/engine/requests/works.ts";
import { noteCategory } from "../../src/connectors/engine/shop/map-categories.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { holdersIn, type Way } from "./link.ts";
import { placeItems } from "./place-items.ts";
import { openContent } from "./place-of.ts";

interface Opening {
  services: ThreadServices;
  db: Reader & { tenantId: string };
  signal: AbortSignal;
  /** Nothing is changed, here or there: it gets the requests that would be sent. */
  dry?: ApiRequest[];
}

/** A stored file as bytes: pictures are small. */
async function wholeFile(files: ThreadServices["files"], key: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of files.read(key)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The token of a connector, sealed in the database. */
const tokensOf = ({ id: connectorId, version }: Connector, { services, db }: Opening): TokenStore => ({
  read: () => openToken(services.secrets, db, connectorId, services.now()),
  keep: async (fetched) => {
    const sealed = sealToken(services.secrets, { tenantId: db.tenantId, connectorId }, fetched, services.now());
    await services.write(storeToken, db.tenantId, { connectorId, version, sealed });
  },
});

/** Works that the platform has not ended, in the database. */
const worksOf = ({ id: connectorId }: Connector, { services, db }: Opening): WorkStore => {
  const note = (workKey: string, externalId: string | null) =>
    services.write(noteWork, db.tenantId, { connectorId, workKey, externalId });
  return {
    find: (key) => findWork(db, connectorId, key, services.now()),
    keep: note,
    forget: (key) => note(key, null),
  };
};

/** Opens the way to the platform of a connector, with its credentials. */
export async function openWay(connector: Connector, opening: Opening): Promise<Way> {
  const { services, db, signal, dry } = opening;
  const loaded = await loadAdapter(connector.platformId);
  const credentials = await openCredentials(services, db, connector.id);
  const works = worksOf(connector, opening);
  const real = openApi(services.outbound, credentials, signal, {
    waitFor: services.pause,
    secrets: secretsOf(connector.platformId, credentials),
    tokens: tokensOf(connector, opening),
    ...(!dry && { works }),
    readFile: (key) => wholeFile(services.files, key),
  });
  const api = dry ? dryApi(real, loaded.dry(), dry) : real;
  const adapter = cleanAdapter(loaded, api);
  return {
    connector,
    adapter,
    api,
    ...(dry && { isDry: true as const }),
    existing: connector.syncOptions["existing_products"] === "skip" ? "skip" : "link",
    holders: holdersIn(db, connector.id),
    openLines: (wanted) => listOpenLines(db, connector.id, wanted),
    place: (items) =>
      placeItems({ connector, adapter, api }, items, {
        db,
        write: dry ? () => Promise.resolve(undefined) : (row) => services.write(noteCategory, db.tenantId, row),
      }),
    ...openContent(connector, { adapter, api, services, db, ...(!dry && { memory: works }) }),
  };
}

/** Forgets the token of a connector whose credentials were refused: the next run fetches another one. */
export const deleteToken = async ({ id, version }: Connector, { services, db }: Opening): Promise<void> =>
  services.write(storeToken, db.tenantId, { connectorId: id, version, sealed: null });
