import type { Reader, Tx } from "../ports.ts";
import { text, textOrNull } from "../rows.ts";

/** What a synchronisation tells of one product. */
export interface SyncNote {
  productId: string | null;
  sku: string | null;
  externalId: string | null;
  result: "linked" | "error";
  message: string;
}

/** In the order in which they came. */
export const listNotes = (db: Reader, jobId: string): Promise<SyncNote[]> =>
  db.all(
    `select product_id, sku, external_id, result, message from sync_note where tenant_id = :tenant and job_id = :jobId
      order by place`,
    { jobId },
    (row) => ({
      productId: textOrNull(row, "product_id"),
      sku: textOrNull(row, "sku"),
      externalId: textOrNull(row, "external_id"),
      // What `insertNotes` was given.
      result: text(row, "result") as SyncNote["result"],
      message: text(row, "message"),
    }),
  );

/** Adds what is told of products; a synchronisation tells of so many at most. */
export const insertNotes = (tx: Tx, jobId: string, notes: readonly SyncNote[], max: number) =>
  tx.run(
    `insert into sync_note (tenant_id, job_id, place, product_id, sku, external_id, result, message)
      select :tenant, :jobId, known.place + given.key, given.value ->> 0, given.value ->> 1, given.value ->> 2,
        given.value ->> 3, given.value ->> 4
        from (select ifnull(max(place), 0) + 1 as place from sync_note where tenant_id = :tenant and job_id = :jobId) known
        cross join json_each(:notes) given
        where known.place + given.key <= :max`,
    {
      jobId,
      max,
      notes: JSON.stringify(
        notes.map(({ productId, sku, externalId, result, message }) => [productId, sku, externalId, result, message]),
      ),
    },
  );
