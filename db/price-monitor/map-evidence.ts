import type { Reader, Tx } from "../ports.ts";
import { type SelectedBy, selection } from "../selection.ts";
import { NUMBER, TEXT, TEXT_OR_NULL } from "../table.ts";
import type { CaseKey } from "./map-cases.ts";

const EVIDENCE = selection("evidence", {
  url: TEXT,
  sellerName: TEXT_OR_NULL,
  priceCents: NUMBER,
  mapCents: NUMBER,
  /** What the page said, as text. */
  pageText: TEXT,
  takenAtMs: NUMBER,
});
/** What a page said while its price was below the minimum advertised one. */
export type MapEvidence = SelectedBy<typeof EVIDENCE>;

/** Of a case the first and the newest of this number are stored. */
const KEPT = 10;
/** The same price of the same seller is evidence once in this time. */
const AGAIN_MS = 86_400_000;

/** A page that was read. */
export interface PageSeen extends CaseKey {
  url: string;
  priceCents: number;
  pageText: string;
}

/**
 * Stores what pages said whose price counts now and is below the minimum advertised one: once a day while neither price nor
 * seller changes, the first and the newest nine of a case.
 */
export async function keepEvidence(tx: Tx, pages: readonly PageSeen[], nowMs: number): Promise<void> {
  const args = {
    pages: JSON.stringify(
      pages.map((page) => [page.productId, page.competitorId, page.url, page.priceCents, page.pageText]),
    ),
    nowMs,
  };
  await tx.run(
    `insert into map_evidence (tenant_id, product_id, competitor_id, url, seller_name, price_cents, map_cents, page_text,
        taken_at_ms)
      select :tenant, open.product_id, open.competitor_id, open.url, open.seller_name, open.price_cents, open.map_cents,
          page.value ->> 4, :nowMs
        from json_each(:pages) page
        cross join map_case open on open.tenant_id = :tenant and open.product_id = page.value ->> 0
          and open.competitor_id = page.value ->> 1 and open.resolved_at_ms is null
          and open.url = page.value ->> 2 and open.price_cents = page.value ->> 3
        where not exists (select 1 from map_evidence last
          where last.tenant_id = :tenant and last.product_id = open.product_id and last.competitor_id = open.competitor_id
            and last.taken_at_ms > :nowMs - ${AGAIN_MS} and last.price_cents = open.price_cents
            and last.seller_name is open.seller_name)
      on conflict do nothing`,
    args,
  );
  await tx.run(
    `delete from map_evidence where tenant_id = :tenant
        and (product_id, competitor_id) in (select value ->> 0, value ->> 1 from json_each(:pages))
        and exists (select 1 from map_evidence earlier
          where earlier.tenant_id = :tenant and earlier.product_id = map_evidence.product_id
            and earlier.competitor_id = map_evidence.competitor_id and earlier.taken_at_ms < map_evidence.taken_at_ms)
        and (select count(*) from map_evidence later
          where later.tenant_id = :tenant and later.product_id = map_evidence.product_id
            and later.competitor_id = map_evidence.competitor_id
            and later.taken_at_ms > map_evidence.taken_at_ms) >= ${KEPT - 1}`,
    { pages: args.pages },
  );
}

/** The evidence of a case, the newest first. */
export const listEvidence = (db: Reader, key: CaseKey): Promise<MapEvidence[]> =>
  db.all(
    `select ${EVIDENCE.selected} from map_evidence evidence
      where evidence.tenant_id = :tenant and evidence.product_id = :productId and evidence.competitor_id = :competitorId
      order by evidence.taken_at_ms desc limit ${KEPT}`,
    { ...key },
    EVIDENCE.read,
  );
