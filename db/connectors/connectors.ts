import { fixed, initially, keyedTable, wordColumn, wordOrNullColumn } from "../keyed-table.ts";
import type { Reader } from "../ports.ts";
import { FLAG, jsonColumn, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

const CONNECTOR = {
  id: TEXT,
  platformId: fixed(TEXT),
  name: TEXT,
  description: TEXT_OR_NULL,
  syncOptions: jsonColumn<Record<string, unknown>>(),
  isConfigured: FLAG,
  /** By what webhooks find it; `null`: none can be verified. */
  receiverKey: TEXT_OR_NULL,
  isActive: FLAG,
  status: wordColumn(["pending", "active", "error"]),
  statusMessage: TEXT_OR_NULL,
  lastTestedAtMs: NUMBER_OR_NULL,
  lastSyncAtMs: NUMBER_OR_NULL,
  createdAtMs: fixed(NUMBER),
  version: NUMBER,
  /** Whether its prices contain tax, as the shop said of itself in the last test; `null`: it does not say. */
  shopPriceTax: initially(wordOrNullColumn(["included", "excluded"]), null),
};
export const connectorRows = keyedTable("connector", CONNECTOR);
/** A connector as it is stored; its credentials are elsewhere. */
export type Connector = ValuesOf<typeof CONNECTOR>;

export const findConnector = (db: Reader, id: string): Promise<Connector | undefined> => connectorRows.find(db, { id });

/** All of a tenant, the newest first. There are few: `CONNECTORS_MAX` bounds them. */
export const listConnectors = (db: Reader): Promise<Connector[]> => connectorRows.list(db, { by: "createdAtMs" });
