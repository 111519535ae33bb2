import type { Reader, Tx } from "../ports.ts";
import { boolean, json, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

/** A connector as it is stored; its credentials are elsewhere. */
export interface Connector {
  id: string;
  platformId: string;
  name: string;
  description: string | null;
  syncOptions: Record<string, unknown>;
  isConfigured: boolean;
  /** By what webhooks find it; `null`: none can be verified. */
  receiverKey: string | null;
  isActive: boolean;
  status: "pending" | "active" | "error";
  statusMessage: string | null;
  lastTestedAtMs: number | null;
  lastSyncAtMs: number | null;
  createdAtMs: number;
  version: number;
}

const COLUMNS = `id, platform_id, name, description, sync_options, is_configured, receiver_key, is_active, status,
  status_message, last_tested_at_ms, last_sync_at_ms, created_at_ms, version`;

const read = (row: Row): Connector => ({
  id: text(row, "id"),
  platformId: text(row, "platform_id"),
  name: text(row, "name"),
  description: textOrNull(row, "description"),
  // Written from such an object.
  syncOptions: json(row, "sync_options") as Record<string, unknown>,
  isConfigured: boolean(row, "is_configured"),
  receiverKey: textOrNull(row, "receiver_key"),
  isActive: boolean(row, "is_active"),
  // The table takes no other word.
  status: text(row, "status") as Connector["status"],
  statusMessage: textOrNull(row, "status_message"),
  lastTestedAtMs: numberOrNull(row, "last_tested_at_ms"),
  lastSyncAtMs: numberOrNull(row, "last_sync_at_ms"),
  createdAtMs: number(row, "created_at_ms"),
  version: number(row, "version"),
});

const argsOf = (connector: Connector) => ({
  id: connector.id,
  platformId: connector.platformId,
  name: connector.name,
  description: connector.description,
  syncOptions: JSON.stringify(connector.syncOptions),
  isConfigured: connector.isConfigured ? 1 : 0,
  receiverKey: connector.receiverKey,
  isActive: connector.isActive ? 1 : 0,
  status: connector.status,
  statusMessage: connector.statusMessage,
  lastTestedAtMs: connector.lastTestedAtMs,
  lastSyncAtMs: connector.lastSyncAtMs,
  createdAtMs: connector.createdAtMs,
  version: connector.version,
});

/** All of a tenant, the newest first. There are few: `CONNECTORS_MAX` bounds them. */
export const listConnectors = (db: Reader): Promise<Connector[]> =>
  db.all(`select ${COLUMNS} from connector where tenant_id = :tenant order by created_at_ms desc, id desc`, {}, read);

export const countConnectors = (db: Reader): Promise<number> =>
  db.one("select count(*) as connectors from connector where tenant_id = :tenant", {}, (row) =>
    number(row, "connectors"),
  );

export const findConnector = (db: Reader, id: string): Promise<Connector | undefined> =>
  db.first(`select ${COLUMNS} from connector where tenant_id = :tenant and id = :id`, { id }, read);

export const insertConnector = (tx: Tx, connector: Connector) =>
  tx.run(
    `insert into connector (tenant_id, ${COLUMNS}) values (:tenant, :id, :platformId, :name, :description, :syncOptions,
      :isConfigured, :receiverKey, :isActive, :status, :statusMessage, :lastTestedAtMs, :lastSyncAtMs, :createdAtMs,
      :version)`,
    argsOf(connector),
  );

export const updateConnector = (tx: Tx, connector: Connector) =>
  tx.run(
    `update connector set name = :name, description = :description, sync_options = :syncOptions,
      is_configured = :isConfigured, receiver_key = :receiverKey, is_active = :isActive, status = :status,
      status_message = :statusMessage, last_tested_at_ms = :lastTestedAtMs, last_sync_at_ms = :lastSyncAtMs,
      version = :version
      where tenant_id = :tenant and id = :id`,
    (({ platformId: _platform, createdAtMs: _created, ...changing }) => changing)(argsOf(connector)),
  );

export const deleteConnector = (tx: Tx, id: string) =>
  tx.run("delete from connector where tenant_id = :tenant and id = :id", { id });
