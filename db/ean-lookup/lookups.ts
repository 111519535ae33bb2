import type { Reader, Tx } from "../ports.ts";
import { number, type Row, text, textOrNull } from "../rows.ts";

export const LOOKUP_SOURCES = ["catalog", "variant", "pending_import"] as const;
export type LookupSource = (typeof LOOKUP_SOURCES)[number];

/** An EAN that was looked up; `source` is `null` when it was found nowhere. */
export interface EanLookup {
  id: string;
  ean: string;
  source: LookupSource | null;
  productId: string | null;
  createdAtMs: number;
}

const readLookup = (row: Row): EanLookup => ({
  id: text(row, "id"),
  ean: text(row, "ean"),
  // The table checks it.
  source: textOrNull(row, "source") as LookupSource | null,
  productId: textOrNull(row, "product_id"),
  createdAtMs: number(row, "created_at_ms"),
});

export const insertLookups = (tx: Tx, lookups: readonly EanLookup[]): Promise<void> =>
  tx.runMany(
    `insert into ean_lookup (tenant_id, id, ean, source, product_id, created_at_ms)
     values (:tenant, :id, :ean, :source, :productId, :createdAtMs)`,
    lookups.map((lookup) => ({ ...lookup })),
  );

/** One page, newest first. */
export const listLookups = (
  db: Reader,
  { limit, offset, after }: { limit: number; offset: number; after: Pick<EanLookup, "createdAtMs" | "id"> | undefined },
): Promise<EanLookup[]> =>
  db.all(
    `select id, ean, source, product_id, created_at_ms from ean_lookup
      where tenant_id = :tenant and (created_at_ms, id) < (:createdAtMs, :id)
      order by created_at_ms desc, id desc limit :limit offset :offset`,
    { createdAtMs: after?.createdAtMs ?? Number.MAX_SAFE_INTEGER, id: after?.id ?? "", limit, offset },
    readLookup,
  );

export const countLookups = (db: Reader): Promise<number> =>
  db.one("select count(*) as count from ean_lookup where tenant_id = :tenant", {}, (row) => number(row, "count"));

/** A row of an import that waits for a usable EAN. */
export interface WaitingRow {
  /** The unusable EAN that its file brought, without blanks and dashes. */
  ean: string;
  sku: string;
  name: string;
}

/** The waiting rows whose files brought these EANs, the latest first. */
export const findWaitingRows = (db: Reader, eans: readonly string[]): Promise<WaitingRow[]> =>
  db.all(
    `select wanted.value as ean, pending_ean.sku, pending_ean.name from json_each(:eans) wanted
      cross join pending_ean on pending_ean.tenant_id = :tenant and pending_ean.status in ('pending', 'resolving')
        and replace(replace(json_extract(pending_ean.row_data, '$.row.eanProblem.rawValue'), ' ', ''), '-', '')
          = wanted.value
      order by pending_ean.last_seen_at_ms desc`,
    { eans: JSON.stringify(eans) },
    (row) => ({ ean: text(row, "ean"), sku: text(row, "sku"), name: text(row, "name") }),
  );
