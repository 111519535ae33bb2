import type { Reader, Tx } from "../ports.ts";
import { number, type Row, text, textOrNull } from "../rows.ts";

export const DOCUMENT_TYPES = [
  "declaration_of_conformity",
  "certificate",
  "safety_data_sheet",
  "test_report",
  "energy_label",
  "other",
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** A declaration, certificate or the like of a product. */
export interface ComplianceDocument {
  id: string;
  productId: string;
  type: DocumentType;
  title: string | null;
  fileKey: string;
  /** As it was called where it came from. */
  fileName: string;
  contentType: string;
  sizeBytes: number;
  /** The last day, YYYY-MM-DD; `null`: no end. */
  validUntil: string | null;
  createdAtMs: number;
}

const COLUMNS = `id, product_id, type, title, file_key, file_name, content_type, size_bytes, valid_until, created_at_ms`;

const readDocument = (row: Row): ComplianceDocument => ({
  id: text(row, "id"),
  productId: text(row, "product_id"),
  type: text(row, "type") as DocumentType, // written as one of them
  title: textOrNull(row, "title"),
  fileKey: text(row, "file_key"),
  fileName: text(row, "file_name"),
  contentType: text(row, "content_type"),
  sizeBytes: number(row, "size_bytes"),
  validUntil: textOrNull(row, "valid_until"),
  createdAtMs: number(row, "created_at_ms"),
});

/** The documents of a product, newest first. */
export const listDocuments = (db: Reader, productId: string, limit: number): Promise<ComplianceDocument[]> =>
  db.all(
    `select ${COLUMNS} from compliance_document where tenant_id = :tenant and product_id = :productId
      order by created_at_ms desc, id desc limit :limit`,
    { productId, limit },
    readDocument,
  );

export const countDocuments = (db: Reader, productId: string): Promise<number> =>
  db.one(
    "select count(*) as count from compliance_document where tenant_id = :tenant and product_id = :productId",
    { productId },
    (row) => number(row, "count"),
  );

export const findDocument = (db: Reader, productId: string, id: string): Promise<ComplianceDocument | undefined> =>
  db.first(
    `select ${COLUMNS} from compliance_document
      where tenant_id = :tenant and id = :id and product_id = :productId`,
    { productId, id },
    readDocument,
  );

export const insertDocument = (tx: Tx, document: ComplianceDocument): Promise<number> =>
  tx.run(
    `insert into compliance_document (tenant_id, id, product_id, type, title, file_key, file_name, content_type,
        size_bytes, valid_until, created_at_ms)
      values (:tenant, :id, :productId, :type, :title, :fileKey, :fileName, :contentType, :sizeBytes, :validUntil,
        :createdAtMs)`,
    { ...document },
  );

export const deleteDocument = (tx: Tx, id: string): Promise<number> =>
  tx.run("delete from compliance_document where tenant_id = :tenant and id = :id", { id });
