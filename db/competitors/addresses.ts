import type { Reader, Tx } from "../ports.ts";
import { text } from "../rows.ts";

/** What a check found at an address. */
export const ADDRESS_RESULTS = [
  "ok",
  "doubtful",
  "no_price",
  "other_product",
  "other_currency",
  "without_tax",
  "unreadable",
  "rejected",
] as const;
export type AddressResult = (typeof ADDRESS_RESULTS)[number];

/** What was found on a page of a competitor. */
interface CheckedAddress {
  competitorId: string;
  url: string;
  result: AddressResult;
  priceCents: number | null;
}

/** Notes what a check of a product found at the addresses that somebody has entered. */
export const noteAddresses = (
  tx: Tx,
  productId: string,
  checked: readonly CheckedAddress[],
  nowMs: number,
): Promise<void> =>
  tx.runMany(
    `update competitor_address set last_checked_at_ms = :nowMs, last_result = :result, last_price_cents = :priceCents
      where tenant_id = :tenant and product_id = :productId and competitor_id = :competitorId and url = :url`,
    checked.map((each) => ({ ...each, productId, nowMs })),
  );

/** What an address names that is missing, by its fields: a product that is deleted, a competitor that is hidden or merged. */
export const findMissingOfAddress = (
  db: Reader,
  named: { productId: string; competitorId: string },
): Promise<string[]> =>
  db.all(
    `select 'product_id' as field where not exists (select 1 from product
        where product.tenant_id = :tenant and product.id = :productId and product.deleted_at_ms is null)
      union all
      select 'competitor_id' where not exists (select 1 from competitor
        where competitor.tenant_id = :tenant and competitor.id = :competitorId and competitor.deleted_at_ms is null
          and competitor.merged_into is null)`,
    named,
    (row) => text(row, "field"),
  );
