import { jsonOrNullColumn, keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { text } from "../rows.ts";
import { type ColumnType, FLAG, jsonColumn, NUMBER, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

/** Stored as "": it is a part of the key. */
const ENTITY: ColumnType<string | null> = { read: (row, column) => text(row, column) || null, bind: (id) => id ?? "" };
const RESULT = {
  productId: TEXT,
  /** `null`: the group. */
  entityId: ENTITY,
  type: TEXT,
  value: jsonColumn<unknown>(),
  metadata: jsonColumn<unknown>(),
  /** Meant for these fields of the product, which have it if the run or somebody has applied them. */
  appliedFields: jsonColumn<string[]>(),
  generatedAtMs: NUMBER,
};
export const enrichmentResults = keyedTable("enrichment_result", RESULT, ["productId", "entityId", "type"]);
/** The last value of a type that was made for a product. */
export type StoredResult = ValuesOf<typeof RESULT>;

const ENTRY = {
  id: TEXT,
  productId: TEXT,
  entityId: TEXT_OR_NULL,
  type: TEXT,
  previousValue: jsonOrNullColumn<unknown>(),
  newValue: jsonColumn<unknown>(),
  provider: TEXT,
  model: TEXT,
  promptSlug: TEXT_OR_NULL,
  promptVersion: TEXT_OR_NULL,
  sources: jsonColumn<unknown[]>(),
  isApplied: FLAG,
  costMicros: NUMBER,
  createdAtMs: NUMBER,
};
const history = keyedTable("enrichment_history", ENTRY);
/** One value that was made, for the history. */
export type HistoryEntry = ValuesOf<typeof ENTRY>;

/** Of one target, by type. */
export const listResults = (db: Reader, productId: string, entityId: string | null): Promise<StoredResult[]> =>
  db.all(
    `select ${enrichmentResults.selected} from enrichment_result
      where tenant_id = :tenant and product_id = :productId and entity_id = :entityId order by type`,
    { productId, entityId: entityId ?? "" },
    enrichmentResults.read,
  );

export const insertHistory = (tx: Tx, entries: readonly HistoryEntry[]): Promise<void> =>
  history.insertAll(tx, entries);

/** Newest first. */
export const listHistory = (
  db: Reader,
  { productId, entityId, limit }: { productId: string; entityId: string | undefined; limit: number },
): Promise<HistoryEntry[]> => history.list(db, { where: { productId, entityId }, by: "createdAtMs", limit });
