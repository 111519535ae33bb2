import { keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { number } from "../rows.ts";
import { NUMBER, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

export const DOCUMENT_STATUSES = ["pending", "indexing", "indexed", "failed"] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

const DOCUMENT = {
  id: TEXT,
  /** `null`: of all products. */
  productId: TEXT_OR_NULL,
  title: TEXT,
  fileName: TEXT,
  fileKey: TEXT,
  sizeBytes: NUMBER,
  language: TEXT_OR_NULL,
  status: wordColumn(DOCUMENT_STATUSES),
  chunkCount: NUMBER,
  errorMessage: TEXT_OR_NULL,
  createdAtMs: NUMBER,
};
export const documentRows = keyedTable("ai_document", DOCUMENT);
/** A file that texts are made from. */
export type AiDocument = ValuesOf<typeof DOCUMENT>;
const { selected, read } = documentRows;

/** Which documents; `null` does not restrict. */
export interface DocumentFilter {
  productId: string | null;
  status: DocumentStatus | null;
}

/** Those of one product are looked up: for the order alone all of the tenant would be read. */
const source = ({ productId }: DocumentFilter) =>
  productId === null
    ? "ai_document where tenant_id = :tenant"
    : "ai_document indexed by ai_document_product where tenant_id = :tenant and product_id = :productId";

/** Newest first. */
export const listDocuments = (
  db: Reader,
  filter: DocumentFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<AiDocument[]> =>
  db.all(
    `select ${selected} from ${source(filter)} and (:status is null or status = :status)
      order by created_at_ms desc, id desc limit :limit offset :offset`,
    { ...filter, limit, offset },
    read,
  );

export const countDocuments = (db: Reader, filter: DocumentFilter): Promise<number> =>
  db.one(
    `select count(*) as documents from ${source(filter)} and (:status is null or status = :status)`,
    { ...filter },
    (row) => number(row, "documents"),
  );

/** Says how far a document is. */
export const updateStatus = (
  tx: Tx,
  { id, ...state }: Pick<AiDocument, "id" | "status" | "chunkCount" | "errorMessage">,
): Promise<number> => documentRows.set(tx, { id }, state);
