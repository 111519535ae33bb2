import { wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { membersOf, packedRows, selection } from "../selection.ts";
import { TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

const NOTE = {
  productId: TEXT_OR_NULL,
  sku: TEXT_OR_NULL,
  externalId: TEXT_OR_NULL,
  result: wordColumn(["linked", "error", "noted"]),
  message: TEXT,
};
/** What a synchronisation reports of one product. */
export type SyncNote = ValuesOf<typeof NOTE>;
const { selected, read } = selection("sync_note", NOTE);
const { names, values, json } = packedRows(membersOf(NOTE));

/** In the order in which they came. */
export const listNotes = (db: Reader, jobId: string): Promise<SyncNote[]> =>
  db.all(
    `select ${selected} from sync_note where tenant_id = :tenant and job_id = :jobId order by place`,
    { jobId },
    read,
  );

/** Adds reports of products; the most that a synchronisation reports. */
export const insertNotes = (tx: Tx, jobId: string, notes: readonly SyncNote[], max: number) =>
  tx.run(
    `insert into sync_note (tenant_id, job_id, place, ${names})
      select :tenant, :jobId, known.place + given.key, ${values("given")}
        from (select ifnull(max(place), 0) + 1 as place from sync_note where tenant_id = :tenant and job_id = :jobId) known
        cross join json_each(:notes) given
        where known.place + given.key <= :max`,
    { jobId, max, notes: json(notes) },
  );
