import type { Reader, Tx } from "../ports.ts";
import { boolean, number, type Row, text, textOrNull } from "../rows.ts";

export const ENTITY_TYPES = ["channel", "subsidiary"] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** Where products are sold under texts of their own. */
export interface Entity {
  id: string;
  /** Unique in the tenant, exactly as written. */
  code: string;
  name: string;
  type: EntityType;
  /** The language of what it says otherwise of a product; `null`: the pivot. */
  defaultLanguage: string | null;
  /** The channel of its price lists; `null`: its code. */
  priceChannel: string | null;
  isActive: boolean;
  createdAtMs: number;
  updatedAtMs: number;
  /** Grows with every change. */
  version: number;
}

const COLUMNS = `id, code, name, type, default_language, price_channel, is_active, created_at_ms, updated_at_ms, version`;

const readEntity = (row: Row): Entity => ({
  id: text(row, "id"),
  code: text(row, "code"),
  name: text(row, "name"),
  // A check constraint holds the two words.
  type: text(row, "type") as EntityType,
  defaultLanguage: textOrNull(row, "default_language"),
  priceChannel: textOrNull(row, "price_channel"),
  isActive: boolean(row, "is_active"),
  createdAtMs: number(row, "created_at_ms"),
  updatedAtMs: number(row, "updated_at_ms"),
  version: number(row, "version"),
});

export const findEntity = (db: Reader, id: string): Promise<Entity | undefined> =>
  db.first(`select ${COLUMNS} from entity where tenant_id = :tenant and id = :id`, { id }, readEntity);

export const findEntityByCode = (db: Reader, code: string): Promise<Entity | undefined> =>
  db.first(`select ${COLUMNS} from entity where tenant_id = :tenant and code = :code`, { code }, readEntity);

/** Every active entity of the tenant, in no order. */
export const listActiveEntities = (db: Reader): Promise<Entity[]> =>
  db.all(`select ${COLUMNS} from entity where tenant_id = :tenant and is_active = 1`, {}, readEntity);

/** Which entities; `null` does not restrict. */
export interface EntityFilter {
  type: EntityType | null;
  isActive: boolean | null;
}

const IS_LISTED = `(:type is null or type = :type) and (:isActive is null or is_active = :isActive)`;
const argsOf = ({ type, isActive }: EntityFilter) => ({ type, isActive: isActive === null ? null : Number(isActive) });

/** One page, newest first; `after` is the last one of the page before. */
export const listEntities = (
  db: Reader,
  filter: EntityFilter,
  { limit, offset, after }: { limit: number; offset: number; after: { createdAtMs: number; id: string } | undefined },
): Promise<Entity[]> =>
  db.all(
    `select ${COLUMNS} from entity
      where tenant_id = :tenant and ${IS_LISTED} and (created_at_ms, id) < (:createdAtMs, :id)
      order by created_at_ms desc, id desc limit :limit offset :offset`,
    // Above every time and every id.
    { ...argsOf(filter), ...(after ?? { createdAtMs: Number.MAX_SAFE_INTEGER, id: "" }), limit, offset },
    readEntity,
  );

export const countEntities = (db: Reader, filter: EntityFilter): Promise<number> =>
  db.one(`select count(*) as count from entity where tenant_id = :tenant and ${IS_LISTED}`, argsOf(filter), (row) =>
    number(row, "count"),
  );

/** Stores a whole entity by its id, a new one too. */
export const putEntity = (tx: Tx, { isActive, ...entity }: Entity): Promise<number> =>
  tx.run(
    `insert into entity (tenant_id, id, code, name, type, default_language, price_channel, is_active, created_at_ms,
        updated_at_ms, version)
      values (:tenant, :id, :code, :name, :type, :defaultLanguage, :priceChannel, :isActive, :createdAtMs,
        :updatedAtMs, :version)
      on conflict (tenant_id, id) do update set code = excluded.code, name = excluded.name, type = excluded.type,
        default_language = excluded.default_language, price_channel = excluded.price_channel,
        is_active = excluded.is_active, updated_at_ms = excluded.updated_at_ms, version = excluded.version`,
    { ...entity, isActive: isActive ? 1 : 0 },
  );

/** Deletes an entity that no product is a member of, with its configurations. */
export const deleteEntity = (tx: Tx, id: string): Promise<number> =>
  tx.run("delete from entity where tenant_id = :tenant and id = :id", { id });
