import type { Reader, Tx } from "../ports.ts";
import { number, type Row, text, textOrNull } from "../rows.ts";

export const DOCUMENT_STATUSES = ["pending", "indexing", "indexed", "failed"] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** A file that texts are made from. */
export interface AiDocument {
  id: string;
  /** `null`: of all products. */
  productId: string | null;
  title: string;
  fileName: string;
  fileKey: string;
  sizeBytes: number;
  language: string | null;
  status: DocumentStatus;
  chunkCount: number;
  errorMessage: string | null;
  createdAtMs: number;
}

const COLUMNS = `id, product_id, title, file_name, file_key, size_bytes, language, status, chunk_count, error_message,
  created_at_ms`;

const read = (row: Row): AiDocument => ({
  id: text(row, "id"),
  productId: textOrNull(row, "product_id"),
  title: text(row, "title"),
  fileName: text(row, "file_name"),
  fileKey: text(row, "file_key"),
  sizeBytes: number(row, "size_bytes"),
  language: textOrNull(row, "language"),
  // A check constraint holds the words.
  status: text(row, "status") as DocumentStatus,
  chunkCount: number(row, "chunk_count"),
  errorMessage: textOrNull(row, "error_message"),
  createdAtMs: number(row, "created_at_ms"),
});

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
    `select ${COLUMNS} from ${source(filter)} and (:status is null or status = :status)
      order by created_at_ms desc, id desc limit :limit offset :offset`,
    { ...filter, limit, offset },
    read,
  );

export const findDocument = (db: Reader, id: string): Promise<AiDocument | undefined> =>
  db.first(`select ${COLUMNS} from ai_document where tenant_id = :tenant and id = :id`, { id }, read);

export const countDocuments = (db: Reader, filter: DocumentFilter): Promise<number> =>
  db.one(
    `select count(*) as documents from ${source(filter)} and (:status is null or status = :status)`,
    { ...filter },
    (row) => number(row, "documents"),
  );

export const insertDocument = (tx: Tx, document: AiDocument): Promise<number> =>
  tx.run(
    `insert into ai_document (tenant_id, id, product_id, title, file_name, file_key, size_bytes, language, status,
        chunk_count, error_message, created_at_ms)
      values (:tenant, :id, :productId, :title, :fileName, :fileKey, :sizeBytes, :language, :status, :chunkCount,
        :errorMessage, :createdAtMs)`,
    { ...document },
  );

/** Says how far a document is. */
export const updateStatus = (
  tx: Tx,
  state: { id: string; status: DocumentStatus; chunkCount: number; errorMessage: string | null },
): Promise<number> =>
  tx.run(
    `update ai_document set status = :status, chunk_count = :chunkCount, error_message = :errorMessage
      where tenant_id = :tenant and id = :id`,
    state,
  );

export const deleteDocument = (tx: Tx, id: string): Promise<number> =>
  tx.run("delete from ai_document where tenant_id = :tenant and id = :id", { id });
