import type { Reader, Tx } from "../ports.ts";
import { boolean, json, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

export const TRANSLATION_STATUSES = ["running", "paused", "completed", "failed"] as const;
export type TranslationStatus = (typeof TRANSLATION_STATUSES)[number];

/** Texts of many products to translate. */
export interface TranslationBatch {
  id: string;
  /** As it was asked for. */
  request: unknown;
  estimate: unknown;
  status: TranslationStatus;
  /** Counts its resumes. */
  runNo: number;
  products: number;
  /** Products times languages. */
  total: number;
  done: number;
  failed: number;
  skipped: number;
  failuresInRow: number;
  costMicros: number;
  /** The last variant that was written. */
  cursor: string | null;
  /** Products up to this row are done. */
  afterRow: number;
  errorMessage: string | null;
  createdAtMs: number;
  completedAtMs: number | null;
}

const COLUMNS = `id, request, estimate, status, run_no, products, total, done, failed, skipped, failures_in_row,
  cost_micros, cursor, after_row, error_message, created_at_ms, completed_at_ms`;

const read = (row: Row): TranslationBatch => ({
  id: text(row, "id"),
  request: json(row, "request"),
  estimate: json(row, "estimate"),
  // A check constraint holds the words.
  status: text(row, "status") as TranslationStatus,
  runNo: number(row, "run_no"),
  products: number(row, "products"),
  total: number(row, "total"),
  done: number(row, "done"),
  failed: number(row, "failed"),
  skipped: number(row, "skipped"),
  failuresInRow: number(row, "failures_in_row"),
  costMicros: number(row, "cost_micros"),
  cursor: textOrNull(row, "cursor"),
  afterRow: number(row, "after_row"),
  errorMessage: textOrNull(row, "error_message"),
  createdAtMs: number(row, "created_at_ms"),
  completedAtMs: numberOrNull(row, "completed_at_ms"),
});

/** Newest first. */
export const listTranslations = (db: Reader, limit: number): Promise<TranslationBatch[]> =>
  db.all(
    `select ${COLUMNS} from translation_batch where tenant_id = :tenant
      order by created_at_ms desc, id desc limit :limit`,
    { limit },
    read,
  );

export const findTranslation = (db: Reader, id: string): Promise<TranslationBatch | undefined> =>
  db.first(`select ${COLUMNS} from translation_batch where tenant_id = :tenant and id = :id`, { id }, read);

export const insertTranslation = (tx: Tx, { request, estimate, ...batch }: TranslationBatch): Promise<number> =>
  tx.run(
    `insert into translation_batch (tenant_id, id, request, estimate, status, run_no, products, total, done, failed,
        skipped, failures_in_row, cost_micros, cursor, after_row, error_message, created_at_ms, completed_at_ms)
      values (:tenant, :id, :request, :estimate, :status, :runNo, :products, :total, :done, :failed, :skipped,
        :failuresInRow, :costMicros, :cursor, :afterRow, :errorMessage, :createdAtMs, :completedAtMs)`,
    { ...batch, request: JSON.stringify(request), estimate: JSON.stringify(estimate) },
  );

/** Stores what of a batch changes while it lives. */
export const updateTranslation = (tx: Tx, given: TranslationBatch): Promise<number> => {
  const { request: _, estimate: __, products: ___, createdAtMs: ____, ...batch } = given;
  return tx.run(
    `update translation_batch set status = :status, run_no = :runNo, total = :total, done = :done, failed = :failed,
        skipped = :skipped, failures_in_row = :failuresInRow, cost_micros = :costMicros, cursor = :cursor,
        after_row = :afterRow, error_message = :errorMessage, completed_at_ms = :completedAtMs
      where tenant_id = :tenant and id = :id`,
    batch,
  );
};

/** Notes that a batch is through with a product in a language. Returns 0 when it was before. */
export const insertVariant = (
  tx: Tx,
  variant: { batchId: string; productId: string; language: string; outcome: string; error: string | null },
): Promise<number> =>
  tx.run(
    `insert into translation_variant (tenant_id, batch_id, product_id, language, outcome, error)
      values (:tenant, :batchId, :productId, :language, :outcome, :error) on conflict do nothing`,
    variant,
  );

/** Of some products, the product and language of each that a batch is through with. */
export const listVariants = (db: Reader, batchId: string, productIds: readonly string[]): Promise<string[]> =>
  db.all(
    `select variant.product_id, variant.language from json_each(:productIds) wanted
      cross join translation_variant variant on variant.tenant_id = :tenant and variant.batch_id = :batchId
        and variant.product_id = wanted.value`,
    { batchId, productIds: JSON.stringify(productIds) },
    (row) => `${text(row, "product_id")}.${text(row, "language")}`,
  );

/** A text that a batch has translated. */
export interface TranslationItem {
  id: string;
  batchId: string;
  productId: string;
  language: string;
  pivotLanguage: string;
  /** Empty: all. */
  entityId: string;
  configurationId: string;
  field: string;
  pivotText: string;
  variantText: string;
  qualityScore: number;
  provider: "translator" | "llm";
}

export const insertItems = (tx: Tx, items: readonly TranslationItem[]): Promise<void> =>
  tx.runMany(
    `insert into translation_item (tenant_id, id, batch_id, product_id, language, pivot_language, entity_id,
        configuration_id, field, pivot_text, variant_text, quality_score, provider)
      values (:tenant, :id, :batchId, :productId, :language, :pivotLanguage, :entityId, :configurationId, :field,
        :pivotText, :variantText, :qualityScore, :provider)`,
    items.map((item) => ({ ...item })),
  );

/** Which items of a batch; `null` does not restrict. */
export interface ItemFilter {
  batchId: string;
  language: string | null;
  reviewed: boolean | null;
  maxScore: number | null;
}
const MATCHES = `item.tenant_id = :tenant and item.batch_id = :batchId
  and (:language is null or item.language = :language) and (:maxScore is null or item.quality_score <= :maxScore)
  and (:reviewed is null or ifnull(variant.reviewed, 0) = :reviewed)`;
const VARIANT = `left join content_variant variant on variant.tenant_id = :tenant and variant.product_id = item.product_id
  and variant.language = item.language and ifnull(variant.entity_id, '') = item.entity_id
  and ifnull(variant.configuration_id, '') = item.configuration_id`;
const boundBy = ({ reviewed, ...filter }: ItemFilter) => ({
  ...filter,
  reviewed: reviewed === null ? null : Number(reviewed),
});

/** The worst first, with the product's name and whether somebody has looked at the text's variant. */
export const listItems = (db: Reader, filter: ItemFilter, { limit, offset }: { limit: number; offset: number }) =>
  db.all(
    `select item.id, item.product_id, product.title, item.language, item.pivot_language, item.field, item.pivot_text,
        item.variant_text, item.quality_score, ifnull(variant.reviewed, 0) as reviewed, item.provider
      from translation_item item
      join product on product.tenant_id = :tenant and product.id = item.product_id
      ${VARIANT}
      where ${MATCHES}
      order by item.quality_score, item.product_id, item.language, item.field limit :limit offset :offset`,
    { ...boundBy(filter), limit, offset },
    (row) => ({
      id: text(row, "id"),
      productId: text(row, "product_id"),
      productName: text(row, "title"),
      language: text(row, "language"),
      pivotLanguage: text(row, "pivot_language"),
      field: text(row, "field"),
      pivotText: text(row, "pivot_text"),
      variantText: text(row, "variant_text"),
      qualityScore: number(row, "quality_score"),
      reviewed: boolean(row, "reviewed"),
      // A check constraint holds the words.
      provider: text(row, "provider") as TranslationItem["provider"],
    }),
  );

export const countItems = (db: Reader, filter: ItemFilter): Promise<number> =>
  db.one(`select count(*) as items from translation_item item ${VARIANT} where ${MATCHES}`, boundBy(filter), (row) =>
    number(row, "items"),
  );
