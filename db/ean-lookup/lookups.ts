import { keyedTable } from "../keyed-table.ts";
import type { Reader } from "../ports.ts";
import { text } from "../rows.ts";
import { type ColumnType, NUMBER, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

export const LOOKUP_SOURCES = ["catalog", "variant", "pending_import"] as const;
export type LookupSource = (typeof LOOKUP_SOURCES)[number];

const LOOKUP = {
  id: TEXT,
  ean: TEXT,
  // The table checks it. `null` when it was found nowhere.
  source: TEXT_OR_NULL as ColumnType<string | null> as ColumnType<LookupSource | null>,
  productId: TEXT_OR_NULL,
  createdAtMs: NUMBER,
};
export const eanLookups = keyedTable("ean_lookup", LOOKUP);
/** An EAN that was looked up. */
export type EanLookup = ValuesOf<typeof LOOKUP>;

/** One page, newest first. */
export const listLookups = (
  db: Reader,
  { after, ...range }: { limit: number; offset: number; after: Pick<EanLookup, "createdAtMs" | "id"> | undefined },
): Promise<EanLookup[]> =>
  eanLookups.list(db, { by: "createdAtMs", after: after && [after.createdAtMs, after.id], ...range });

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
