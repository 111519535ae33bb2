import { type Connector, connectorRows, findConnector } from "../../db/connectors/connectors.ts";
import { deleteSomeMappings } from "../../db/connectors/mappings.ts";
import { mutation } from "../../db/ports.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { invalidBody, required } from "../http/output/errors.ts";
import { requireVersion } from "../http/output/etag.ts";
import { deleteCredentials, type SealedCredentials, storeCredentials } from "./credentials.ts";
import type { PRICE_TAXES } from "./engine/price-terms.ts";
import { planPulls } from "./engine/pull/scheduled-pulls.ts";
import { followAsWanted } from "./engine/push/live.ts";

const CONNECTORS_MAX = 200;
const MAPPINGS_A_STEP = 500;

export interface ConnectorFields {
  name: string;
  description: string | null;
  syncOptions: Record<string, unknown>;
}

/** Makes a connector; whether it works is not known yet. Throws VALIDATION_FAILED when the tenant has too many. */
export const createConnector = mutation(
  "connectors.create",
  async (
    tx,
    given: ConnectorFields & { id: string; platformId: string; credentials: SealedCredentials | null },
    context,
  ): Promise<Connector> => {
    const { id, platformId, credentials, ...fields } = given;
    if ((await connectorRows.count(tx, {})) >= CONNECTORS_MAX) {
      const params = { limit: CONNECTORS_MAX };
      throw invalidBody([{ field: "connectors", type: "out_of_range", key: "validation.most_items", params }]);
    }
    const connector: Connector = {
      id,
      platformId,
      ...fields,
      isConfigured: credentials?.isConfigured ?? false,
      receiverKey: credentials?.receiverKey ?? null,
      isActive: true,
      status: "pending",
      statusMessage: null,
      lastTestedAtMs: null,
      lastSyncAtMs: null,
      createdAtMs: context.now(),
      version: 1,
      shopPriceTax: null,
    };
    await connectorRows.insert(tx, connector);
    if (credentials) await storeCredentials(tx, id, credentials);
    await followAsWanted(tx, connector);
    await planPulls(tx, { before: undefined, after: connector }, context.now());
    await noteAudit(tx, context, "connector.created", id, { name: connector.name, platform_id: platformId });
    return connector;
  },
);

/** What is absent stays as it is. */
export type ConnectorChanges = { [K in keyof ConnectorFields]?: ConnectorFields[K] | undefined } & {
  isActive?: boolean | undefined;
};

/** Changes a connector; other credentials have to be tried again. Throws NOT_FOUND and PRECONDITION_FAILED. */
export const updateConnector = mutation(
  "connectors.update",
  async (
    tx,
    given: {
      id: string;
      expected: string[] | null;
      changes: ConnectorChanges;
      credentials?: SealedCredentials | undefined;
    },
    context,
  ): Promise<Connector> => {
    const { id, expected, changes, credentials } = given;
    const known = required(await findConnector(tx, id), "connector", id);
    requireVersion(expected, known.version);
    const connector: Connector = {
      ...known,
      name: changes.name ?? known.name,
      description: changes.description === undefined ? known.description : changes.description,
      syncOptions: changes.syncOptions ?? known.syncOptions,
      isActive: changes.isActive ?? known.isActive,
      ...(credentials && {
        isConfigured: credentials.isConfigured,
        receiverKey: credentials.receiverKey,
        status: "pending" as const,
        statusMessage: null,
        shopPriceTax: null,
      }),
    };
    if (credentials === undefined && JSON.stringify(connector) === JSON.stringify(known)) return known;
    const stored = { ...connector, version: known.version + 1 };
    await connectorRows.update(tx, stored);
    if (credentials) await storeCredentials(tx, id, credentials);
    await followAsWanted(tx, stored);
    await planPulls(tx, { before: known, after: stored }, context.now());
    const details = { name: stored.name, fields: [...Object.keys(changes), ...(credentials ? ["credentials"] : [])] };
    await noteAudit(tx, context, "connector.changed", id, details);
    return stored;
  },
);

/** Removes a connector in steps, with its credentials and all that it called products. What it did stays readable. */
export const deleteConnector = mutation(
  "connectors.delete",
  async (tx, { id, expected }: { id: string; expected: string[] | null }, context): Promise<{ isDone: boolean }> => {
    const connector = required(await findConnector(tx, id), "connector", id);
    const { name } = connector;
    requireVersion(expected, connector.version);
    if ((await deleteSomeMappings(tx, id, MAPPINGS_A_STEP)) === MAPPINGS_A_STEP) return { isDone: false };
    await connectorRows.erase(tx, { id });
    await planPulls(tx, { before: connector, after: undefined }, context.now());
    await deleteCredentials(tx, id);
    await noteAudit(tx, context, "connector.deleted", id, { name });
    return { isDone: true };
  },
);

/** Notes what a shop has said of its prices, unless the connector has changed meanwhile. */
export const notePriceTax = mutation(
  "connectors.note-price-tax",
  async (
    tx,
    { id, version, priceTax }: { id: string; version: number; priceTax: (typeof PRICE_TAXES)[number] },
  ): Promise<void> => {
    const known = await findConnector(tx, id);
    if (known?.version === version) await connectorRows.update(tx, { ...known, shopPriceTax: priceTax });
  },
);

/** Notes what a test of a connector has shown, unless it has other credentials meanwhile. */
export const noteTest = mutation(
  "connectors.note-test",
  async (
    tx,
    given: { id: string; version: number; error: string | null; priceTax?: (typeof PRICE_TAXES)[number] | undefined },
    context,
  ): Promise<void> => {
    const { id, version, error, priceTax = null } = given;
    const known = await findConnector(tx, id);
    if (!known || known.version !== version) return;
    const status = error === null ? "active" : "error";
    const shopPriceTax = error === null ? priceTax : known.shopPriceTax;
    await connectorRows.update(tx, {
      ...known,
      status,
      statusMessage: error,
      lastTestedAtMs: context.now(),
      shopPriceTax,
    });
  },
);
