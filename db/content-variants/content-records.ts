import { fixed, initially, keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { numbered } from "../products/sequence.ts";
import { FLAG, jsonColumn, NUMBER, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

const KEY = {
  productId: fixed(TEXT),
  /** ISO 639-1. */
  language: fixed(TEXT),
  entityId: fixed(initially(TEXT_OR_NULL, null)),
  /** With it `entityId` is its entity. */
  configurationId: fixed(initially(TEXT_OR_NULL, null)),
};
/** What a content variant is of: a language, for all entities, for one, or for one of its configurations. */
export type ContentKey = ValuesOf<typeof KEY>;

const RECORD = {
  id: TEXT,
  ...KEY,
  /** The fields that have a value, by their API names. */
  content: jsonColumn<Record<string, unknown>>(),
  reviewed: initially(FLAG, false),
  createdAtMs: fixed(NUMBER),
  /** Grows with every change; it is the ETag. */
  updatedAtUs: NUMBER,
};
/** All texts of products besides their own. */
export const contentVariants = keyedTable("content_variant", RECORD);
/** The texts of a product in one language for one target. */
export type ContentRecord = ValuesOf<typeof RECORD>;
const { selected, read } = contentVariants;

/** All texts of a product besides its own: by language, then those for all, for entities, for configurations. */
export const listContentRecords = (db: Reader, productId: string): Promise<ContentRecord[]> =>
  db.all(
    `select ${selected} from content_variant
      where content_variant.tenant_id = :tenant and content_variant.product_id = :productId
      order by content_variant.language, content_variant.entity_id is not null,
        content_variant.configuration_id is not null, content_variant.created_at_ms, content_variant.id`,
    { productId },
    read,
  );

export const findContentRecord = (
  db: Reader,
  { productId, language, entityId, configurationId }: ContentKey,
): Promise<ContentRecord | undefined> =>
  db.first(
    `select ${selected} from content_variant
      where content_variant.tenant_id = :tenant and content_variant.product_id = :productId
        and content_variant.language = :language and ifnull(content_variant.entity_id, '') = :entityId
        and ifnull(content_variant.configuration_id, '') = :configurationId`,
    { productId, language, entityId: entityId ?? "", configurationId: configurationId ?? "" },
    read,
  );

/** Stores a whole record by its id, a new one too. */
export async function putContentRecord(tx: Tx, given: ContentRecord, nowMs: number): Promise<ContentRecord> {
  const [stored = given] = await numbered(tx, [given], nowMs);
  await contentVariants.save(tx, stored);
  return stored;
}

export const deleteContentRecord = (tx: Tx, id: string): Promise<number> => contentVariants.erase(tx, { id });
