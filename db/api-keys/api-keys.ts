import type { Reader, Tx } from "../ports.ts";
import { boolean, json, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

export interface ApiKey {
  id: string;
  name: string;
  description: string | null;
  /** The last four characters of the raw key. */
  keyHint: string;
  scopes: string[];
  isTest: boolean;
  isActive: boolean;
  /** `null`: the limits of the tiers. */
  rateLimitPerMinute: number | null;
  /** Unix milliseconds; `null`: never. */
  expiresAtMs: number | null;
  createdAtMs: number;
  /** `null`: the value is the first. */
  rotatedAtMs: number | null;
  /** Grows with every change. */
  version: number;
}

const COLUMNS = `id, name, description, key_hint, scopes, is_test, is_active, rate_limit_per_minute, expires_at_ms,
  created_at_ms, rotated_at_ms, version`;

const readApiKey = (row: Row): ApiKey => ({
  id: text(row, "id"),
  name: text(row, "name"),
  description: textOrNull(row, "description"),
  keyHint: text(row, "key_hint"),
  scopes: json(row, "scopes") as string[], // written from a list of scopes
  isTest: boolean(row, "is_test"),
  isActive: boolean(row, "is_active"),
  rateLimitPerMinute: numberOrNull(row, "rate_limit_per_minute"),
  expiresAtMs: numberOrNull(row, "expires_at_ms"),
  createdAtMs: number(row, "created_at_ms"),
  rotatedAtMs: numberOrNull(row, "rotated_at_ms"),
  version: number(row, "version"),
});

/** Which keys a list shows: all, or only those that open something at `nowMs`. */
export interface ApiKeyFilter {
  includeInactive: boolean;
  nowMs: number;
}

const IS_SHOWN = `(:includeInactive = 1 or (is_active = 1 and (expires_at_ms is null or expires_at_ms > :nowMs)))`;
const filterArgs = ({ includeInactive, nowMs }: ApiKeyFilter) => ({ includeInactive: includeInactive ? 1 : 0, nowMs });

/** Where a page begins: after so many keys, or after this one. */
export interface ApiKeyPage {
  limit: number;
  offset: number;
  after: { createdAtMs: number; id: string } | undefined;
}

/** One page, newest first. */
export const listApiKeys = (
  db: Reader,
  filter: ApiKeyFilter,
  { limit, offset, after }: ApiKeyPage,
): Promise<ApiKey[]> =>
  db.all(
    `select ${COLUMNS} from api_key
      where tenant_id = :tenant and ${IS_SHOWN} and (created_at_ms, id) < (:createdAtMs, :id)
      order by created_at_ms desc, id desc limit :limit offset :offset`,
    // Above every time and every id.
    { ...filterArgs(filter), ...(after ?? { createdAtMs: Number.MAX_SAFE_INTEGER, id: "" }), limit, offset },
    readApiKey,
  );

export const findApiKey = (db: Reader, id: string): Promise<ApiKey | undefined> =>
  db.first(`select ${COLUMNS} from api_key where tenant_id = :tenant and id = :id`, { id }, readApiKey);

export const countApiKeys = (db: Reader, filter: ApiKeyFilter): Promise<number> =>
  db.one(`select count(*) as count from api_key where tenant_id = :tenant and ${IS_SHOWN}`, filterArgs(filter), (row) =>
    number(row, "count"),
  );

export interface ApiKeyRow extends Omit<ApiKey, "isActive" | "rotatedAtMs" | "version"> {
  /** SHA-256 of the raw key, hex. */
  keyHash: string;
}

export const insertApiKey = (tx: Tx, { scopes, isTest, ...row }: ApiKeyRow) =>
  tx.run(
    `insert into api_key (tenant_id, id, name, description, key_hash, key_hint, scopes, is_test,
        rate_limit_per_minute, expires_at_ms, created_at_ms)
     values (:tenant, :id, :name, :description, :keyHash, :keyHint, :scopes, :isTest,
        :rateLimitPerMinute, :expiresAtMs, :createdAtMs)`,
    { ...row, scopes: JSON.stringify(scopes), isTest: isTest ? 1 : 0 },
  );

export const updateApiKey = (
  tx: Tx,
  { id, name, description, scopes, isActive, rateLimitPerMinute, expiresAtMs }: ApiKey,
) =>
  tx.run(
    `update api_key set name = :name, description = :description, scopes = :scopes, is_active = :isActive,
        rate_limit_per_minute = :rateLimitPerMinute, expires_at_ms = :expiresAtMs, version = version + 1
      where tenant_id = :tenant and id = :id`,
    {
      id,
      name,
      description,
      scopes: JSON.stringify(scopes),
      isActive: isActive ? 1 : 0,
      rateLimitPerMinute,
      expiresAtMs,
    },
  );

/** Gives a key another value; everything else of it stays. */
export const updateApiKeyValue = (
  tx: Tx,
  value: { id: string; keyHash: string; keyHint: string; isTest: boolean; nowMs: number },
) =>
  tx.run(
    `update api_key set key_hash = :keyHash, key_hint = :keyHint, is_test = :isTest, rotated_at_ms = :nowMs,
        version = version + 1
      where tenant_id = :tenant and id = :id`,
    { ...value, isTest: value.isTest ? 1 : 0 },
  );

export const deleteApiKey = (tx: Tx, id: string) =>
  tx.run("delete from api_key where tenant_id = :tenant and id = :id", { id });
