import type { Reader, Tx } from "../ports.ts";
import { boolean, json, jsonOrNull, number, type Row, text, textOrNull } from "../rows.ts";

/** The last value of a type that was made for a product. */
export interface StoredResult {
  productId: string;
  /** `null`: the group. */
  entityId: string | null;
  type: string;
  value: unknown;
  metadata: unknown;
  /** Meant for these fields of the product, which have it if the run or somebody has applied them. */
  appliedFields: string[];
  generatedAtMs: number;
}

/** One value that was made, for the history. */
export interface HistoryEntry {
  id: string;
  productId: string;
  entityId: string | null;
  type: string;
  previousValue: unknown;
  newValue: unknown;
  provider: string;
  model: string;
  promptSlug: string | null;
  isApplied: boolean;
  costMicros: number;
  createdAtMs: number;
}

const readResult = (row: Row): StoredResult => ({
  productId: text(row, "product_id"),
  entityId: text(row, "entity_id") || null,
  type: text(row, "type"),
  value: json(row, "value"),
  metadata: json(row, "metadata"),
  // Written by `putResults` from such a list.
  appliedFields: json(row, "applied_fields") as string[],
  generatedAtMs: number(row, "generated_at_ms"),
});

/** Of one target, by type. */
export const listResults = (db: Reader, productId: string, entityId: string | null): Promise<StoredResult[]> =>
  db.all(
    `select product_id, entity_id, type, value, metadata, applied_fields, generated_at_ms from enrichment_result
      where tenant_id = :tenant and product_id = :productId and entity_id = :entityId order by type`,
    { productId, entityId: entityId ?? "" },
    readResult,
  );

export const putResults = (tx: Tx, results: readonly StoredResult[]): Promise<void> =>
  tx.runMany(
    `insert into enrichment_result (tenant_id, product_id, entity_id, type, value, metadata, applied_fields,
        generated_at_ms)
      values (:tenant, :productId, :entityId, :type, :value, :metadata, :appliedFields, :generatedAtMs)
      on conflict (tenant_id, product_id, entity_id, type) do update set value = excluded.value,
        metadata = excluded.metadata, applied_fields = excluded.applied_fields,
        generated_at_ms = excluded.generated_at_ms`,
    results.map(({ value, metadata, appliedFields, entityId, ...result }) => ({
      ...result,
      entityId: entityId ?? "",
      value: JSON.stringify(value),
      metadata: JSON.stringify(metadata),
      appliedFields: JSON.stringify(appliedFields),
    })),
  );

export const insertHistory = (tx: Tx, entries: readonly HistoryEntry[]): Promise<void> =>
  tx.runMany(
    `insert into enrichment_history (tenant_id, id, product_id, entity_id, type, previous_value, new_value, provider,
        model, prompt_slug, is_applied, cost_micros, created_at_ms)
      values (:tenant, :id, :productId, :entityId, :type, :previousValue, :newValue, :provider, :model, :promptSlug,
        :isApplied, :costMicros, :createdAtMs)`,
    entries.map(({ previousValue, newValue, isApplied, ...entry }) => ({
      ...entry,
      previousValue: previousValue === undefined ? null : JSON.stringify(previousValue),
      newValue: JSON.stringify(newValue),
      isApplied: isApplied ? 1 : 0,
    })),
  );

const readEntry = (row: Row): HistoryEntry => ({
  id: text(row, "id"),
  productId: text(row, "product_id"),
  entityId: textOrNull(row, "entity_id"),
  type: text(row, "type"),
  previousValue: jsonOrNull(row, "previous_value"),
  newValue: json(row, "new_value"),
  provider: text(row, "provider"),
  model: text(row, "model"),
  promptSlug: textOrNull(row, "prompt_slug"),
  isApplied: boolean(row, "is_applied"),
  costMicros: number(row, "cost_micros"),
  createdAtMs: number(row, "created_at_ms"),
});

/** Newest first. */
export const listHistory = (
  db: Reader,
  { productId, entityId, limit }: { productId: string; entityId: string | undefined; limit: number },
): Promise<HistoryEntry[]> =>
  db.all(
    `select id, product_id, entity_id, type, previous_value, new_value, provider, model, prompt_slug, is_applied,
        cost_micros, created_at_ms
      from enrichment_history
      where tenant_id = :tenant and product_id = :productId and (:entityId is null or entity_id = :entityId)
      order by created_at_ms desc, id desc limit :limit`,
    { productId, entityId: entityId ?? null, limit },
    readEntry,
  );
