import type { Reader, Tx } from "../ports.ts";
import { numbered } from "../products/sequence.ts";
import { boolean, json, number, type Row, text, textOrNull } from "../rows.ts";

/** What a content variant is of: a language, for all entities, for one, or for one of its configurations. */
export interface ContentKey {
  productId: string;
  /** ISO 639-1. */
  language: string;
  entityId: string | null;
  /** With it `entityId` is its entity. */
  configurationId: string | null;
}

/** The texts of a product in one language for one target. */
export interface ContentRecord extends ContentKey {
  id: string;
  /** The fields that have a value, by their API names. */
  content: Record<string, unknown>;
  reviewed: boolean;
  createdAtMs: number;
  /** Grows with every change; it is the ETag. */
  updatedAtUs: number;
}

const COLUMNS = `content_variant.id, content_variant.product_id, content_variant.language, content_variant.entity_id,
  content_variant.configuration_id, content_variant.content, content_variant.reviewed,
  content_variant.created_at_ms, content_variant.updated_at_us`;

const readRecord = (row: Row): ContentRecord => ({
  id: text(row, "id"),
  productId: text(row, "product_id"),
  language: text(row, "language"),
  entityId: textOrNull(row, "entity_id"),
  configurationId: textOrNull(row, "configuration_id"),
  // Written from such an object.
  content: json(row, "content") as Record<string, unknown>,
  reviewed: boolean(row, "reviewed"),
  createdAtMs: number(row, "created_at_ms"),
  updatedAtUs: number(row, "updated_at_us"),
});

/** All texts of a product besides its own: by language, then those for all, for entities, for configurations. */
export const listContentRecords = (db: Reader, productId: string): Promise<ContentRecord[]> =>
  db.all(
    `select ${COLUMNS} from content_variant
      where content_variant.tenant_id = :tenant and content_variant.product_id = :productId
      order by content_variant.language, content_variant.entity_id is not null,
        content_variant.configuration_id is not null, content_variant.created_at_ms, content_variant.id`,
    { productId },
    readRecord,
  );

export const findContentRecord = (
  db: Reader,
  { productId, language, entityId, configurationId }: ContentKey,
): Promise<ContentRecord | undefined> =>
  db.first(
    `select ${COLUMNS} from content_variant
      where content_variant.tenant_id = :tenant and content_variant.product_id = :productId
        and content_variant.language = :language and ifnull(content_variant.entity_id, '') = :entityId
        and ifnull(content_variant.configuration_id, '') = :configurationId`,
    { productId, language, entityId: entityId ?? "", configurationId: configurationId ?? "" },
    readRecord,
  );

/** Stores a whole record by its id, a new one too. */
export async function putContentRecord(tx: Tx, given: ContentRecord, nowMs: number): Promise<ContentRecord> {
  const [stored = given] = await numbered(tx, [given], nowMs);
  const { content, reviewed, ...record } = stored;
  await tx.run(
    `insert into content_variant (tenant_id, id, product_id, language, entity_id, configuration_id, content, reviewed,
        created_at_ms, updated_at_us)
      values (:tenant, :id, :productId, :language, :entityId, :configurationId, :content, :reviewed, :createdAtMs,
        :updatedAtUs)
      on conflict (tenant_id, id) do update set content = excluded.content, reviewed = excluded.reviewed,
        updated_at_us = excluded.updated_at_us`,
    { ...record, content: JSON.stringify(content), reviewed: reviewed ? 1 : 0 },
  );
  return stored;
}

export const deleteContentRecord = (tx: Tx, id: string): Promise<number> =>
  tx.run("delete from content_variant where tenant_id = :tenant and id = :id", { id });
