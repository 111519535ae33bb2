import type { Reader } from "../ports.ts";
import { number, text } from "../rows.ts";

/** The products in these rows: how many there are, with how many different names, and how many have a price. */
export const countMade = (db: Reader, { first, last, limit }: { first: number; last: number; limit: number }) =>
  db.one(
    `select count(*) as made, count(distinct title) as names, count(price_cents) as priced
      from (select title, price_cents from product
        where tenant_id = :tenant and row_id between :first and :last and deleted_at_ms is null
        order by row_id limit :limit)`,
    { first, last, limit },
    (row) => ({ made: number(row, "made"), names: number(row, "names"), priced: number(row, "priced") }),
  );

/** How many of the kept problems of an import there are of each kind, by `error_type field`. */
export const countReasons = async (
  db: Reader,
  importId: string,
  severity: "error" | "warning",
): Promise<Record<string, number>> =>
  Object.fromEntries(
    await db.all(
      `select error_type || ' ' || ifnull(field, '') as reason, count(distinct row_number) as total from import_error
        where tenant_id = :tenant and import_id = :importId and severity = :severity group by 1`,
      { importId, severity },
      (row) => [text(row, "reason"), number(row, "total")] as const,
    ),
  );
