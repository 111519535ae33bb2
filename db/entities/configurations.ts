import type { Reader, Tx } from "../ports.ts";
import { boolean, number, type Row, text, textOrNull } from "../rows.ts";

/** One way to show the products of an entity. */
export interface Configuration {
  id: string;
  entityId: string;
  /** Unique in the entity, exactly as written. */
  code: string;
  name: string;
  /** The language it asks for first; `null`: none of its own. */
  language: string | null;
  /** Whether it stands for the entity where none is named. */
  isDefault: boolean;
  isActive: boolean;
  createdAtMs: number;
  updatedAtMs: number;
  /** Grows with every change. */
  version: number;
}

const COLUMNS = `id, entity_id, code, name, language, is_default, is_active, created_at_ms, updated_at_ms, version`;

const readConfiguration = (row: Row): Configuration => ({
  id: text(row, "id"),
  entityId: text(row, "entity_id"),
  code: text(row, "code"),
  name: text(row, "name"),
  language: textOrNull(row, "language"),
  isDefault: boolean(row, "is_default"),
  isActive: boolean(row, "is_active"),
  createdAtMs: number(row, "created_at_ms"),
  updatedAtMs: number(row, "updated_at_ms"),
  version: number(row, "version"),
});

/** The configurations of an entity, oldest first. */
export const listConfigurations = (db: Reader, entityId: string): Promise<Configuration[]> =>
  db.all(
    `select ${COLUMNS} from entity_configuration where tenant_id = :tenant and entity_id = :entityId
      order by created_at_ms, id`,
    { entityId },
    readConfiguration,
  );

export const findConfiguration = (db: Reader, id: string): Promise<Configuration | undefined> =>
  db.first(
    `select ${COLUMNS} from entity_configuration where tenant_id = :tenant and id = :id`,
    { id },
    readConfiguration,
  );

/** The one that stands for the entity where none is named. */
export const findDefaultConfiguration = (db: Reader, entityId: string): Promise<Configuration | undefined> =>
  db.first(
    `select ${COLUMNS} from entity_configuration
      where tenant_id = :tenant and entity_id = :entityId and is_default = 1`,
    { entityId },
    readConfiguration,
  );

/** Stores a whole configuration by its id, a new one too. */
export const putConfiguration = (tx: Tx, { isDefault, isActive, ...configuration }: Configuration): Promise<number> =>
  tx.run(
    `insert into entity_configuration (tenant_id, id, entity_id, code, name, language, is_default, is_active,
        created_at_ms, updated_at_ms, version)
      values (:tenant, :id, :entityId, :code, :name, :language, :isDefault, :isActive, :createdAtMs, :updatedAtMs,
        :version)
      on conflict (tenant_id, id) do update set code = excluded.code, name = excluded.name,
        language = excluded.language, is_default = excluded.is_default, is_active = excluded.is_active,
        updated_at_ms = excluded.updated_at_ms, version = excluded.version`,
    { ...configuration, isDefault: isDefault ? 1 : 0, isActive: isActive ? 1 : 0 },
  );

/** Leaves an entity without a default, so that another can become it. */
export const clearDefault = (tx: Tx, { entityId, nowMs }: { entityId: string; nowMs: number }): Promise<number> =>
  tx.run(
    `update entity_configuration set is_default = 0, updated_at_ms = :nowMs, version = version + 1
      where tenant_id = :tenant and entity_id = :entityId and is_default = 1`,
    { entityId, nowMs },
  );

export const deleteConfiguration = (tx: Tx, id: string): Promise<number> =>
  tx.run("delete from entity_configuration where tenant_id = :tenant and id = :id", { id });
