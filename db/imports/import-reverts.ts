import type { Author } from "../history/product-changes.ts";
import type { Reader, Tx } from "../ports.ts";
import { boolean, json, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

/** How far an import is taken back, or what that would do. */
export interface ImportRevert {
  importId: string;
  status: "processing" | "completed" | "failed";
  isPreview: boolean;
  /** `null` until they are counted. */
  productsTotal: number | null;
  productsProcessed: number;
  productsDeleted: number;
  productsRestored: number;
  /** Those that stay as they are, wholly or in part. */
  productsLeft: number;
  /** The last step, and the last row in it, that are done. */
  afterUs: number;
  afterRow: number;
  /** Who asked for it, as it was then. */
  author: Author;
  startedAtMs: number;
  completedAtMs: number | null;
}

const COLUMNS = `import_id, status, is_preview, products_total, products_processed, products_deleted, products_restored,
  products_left, after_us, after_row, actor_kind, actor_id, actor_name, started_at_ms, completed_at_ms`;

const readRevert = (row: Row): ImportRevert => ({
  importId: text(row, "import_id"),
  // The table checks it.
  status: text(row, "status") as ImportRevert["status"],
  isPreview: boolean(row, "is_preview"),
  productsTotal: numberOrNull(row, "products_total"),
  productsProcessed: number(row, "products_processed"),
  productsDeleted: number(row, "products_deleted"),
  productsRestored: number(row, "products_restored"),
  productsLeft: number(row, "products_left"),
  afterUs: number(row, "after_us"),
  afterRow: number(row, "after_row"),
  author: {
    // Written by `putRevert`.
    kind: text(row, "actor_kind") as Author["kind"],
    id: textOrNull(row, "actor_id"),
    name: textOrNull(row, "actor_name"),
  },
  startedAtMs: number(row, "started_at_ms"),
  completedAtMs: numberOrNull(row, "completed_at_ms"),
});

export const findRevert = (db: Reader, importId: string): Promise<ImportRevert | undefined> =>
  db.first(
    `select ${COLUMNS} from import_revert where tenant_id = :tenant and import_id = :importId`,
    { importId },
    readRevert,
  );

/** Begins one anew. */
export const insertRevert = (
  tx: Tx,
  { importId, isPreview, author, nowMs }: { importId: string; isPreview: boolean; author: Author; nowMs: number },
) =>
  tx.run(
    `insert into import_revert (tenant_id, import_id, status, is_preview, actor_kind, actor_id, actor_name, started_at_ms)
      values (:tenant, :importId, 'processing', :isPreview, :kind, :id, :name, :nowMs)`,
    { importId, isPreview: Number(isPreview), ...author, nowMs },
  );

/** Notes what became of some products. */
export const addToRevert = (
  tx: Tx,
  part: Pick<ImportRevert, "importId" | "afterUs" | "afterRow"> & {
    processed: number;
    deleted: number;
    restored: number;
    left: number;
  },
) =>
  tx.run(
    `update import_revert set products_processed = products_processed + :processed,
        products_deleted = products_deleted + :deleted, products_restored = products_restored + :restored,
        products_left = products_left + :left, after_us = :afterUs, after_row = :afterRow
      where tenant_id = :tenant and import_id = :importId`,
    part,
  );

export const setRevertTotal = (tx: Tx, importId: string, total: number) =>
  tx.run("update import_revert set products_total = :total where tenant_id = :tenant and import_id = :importId", {
    importId,
    total,
  });

export const setRevertStatus = (
  tx: Tx,
  importId: string,
  { status, completedAtMs }: Pick<ImportRevert, "status" | "completedAtMs">,
) =>
  tx.run(
    `update import_revert set status = :status, completed_at_ms = :completedAtMs
      where tenant_id = :tenant and import_id = :importId`,
    { importId, status, completedAtMs },
  );

/** Forgets it, with the list of what was left. */
export const deleteRevert = (tx: Tx, importId: string) =>
  tx.run("delete from import_revert where tenant_id = :tenant and import_id = :importId", { importId });

/** A product that is left as it is, wholly or in part. */
export interface LeftProduct {
  /** Its place in the list. */
  seq: number;
  productId: string;
  name: string;
  reason: string;
  /** Which of its fields; none: the product as a whole. */
  fields: string[];
}

export const insertLeft = (tx: Tx, importId: string, left: readonly LeftProduct[]) =>
  tx.runMany(
    `insert into import_revert_left (tenant_id, import_id, seq, product_id, name, reason, fields)
      values (:tenant, :importId, :seq, :productId, :name, :reason, :fields)`,
    left.map((each) => ({ ...each, importId, fields: JSON.stringify(each.fields) })),
  );

/** The products that were left, in the order they were come by, after one. */
export const listLeft = (
  db: Reader,
  importId: string,
  { after, offset, limit }: { after: number; offset: number; limit: number },
): Promise<LeftProduct[]> =>
  db.all(
    `select seq, product_id, name, reason, fields from import_revert_left
      where tenant_id = :tenant and import_id = :importId and seq > :after order by seq limit :limit offset :offset`,
    { importId, after, offset, limit },
    (row) => ({
      seq: number(row, "seq"),
      productId: text(row, "product_id"),
      name: text(row, "name"),
      reason: text(row, "reason"),
      // Written by `insertLeft` from such a list.
      fields: json(row, "fields") as string[],
    }),
  );
