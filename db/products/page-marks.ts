import { keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { number } from "../rows.ts";
import { NUMBER, TEXT } from "../table.ts";

/** How long a caller may take from one page to the next. */
export const PAGE_VALID_MS = 3_600_000;
const marks = keyedTable("page_mark", { list: TEXT, page: NUMBER, endUs: NUMBER, waiting: NUMBER, putAtMs: NUMBER }, [
  "list",
  "page",
]);

/** A page of a list that was given out. */
export interface GivenPage {
  /** At most 50 characters that no other list has. */
  list: string;
  page: number;
}

const FRESH = `put_at_ms > excluded.put_at_ms - ${PAGE_VALID_MS}`;
/** Where others wait for the next page, the earliest end of all. */
const TOGETHER = `on conflict do update set
    end_us = iif(${FRESH} and waiting > 0, min(end_us, excluded.end_us), excluded.end_us),
    waiting = iif(${FRESH}, waiting, 0) + 1,
    put_at_ms = excluded.put_at_ms`;

/** Where a page ended that was given out in the hour before `nowMs`. */
export const findPageEnd = (
  db: Reader,
  { list, page, nowMs }: GivenPage & { nowMs: number },
): Promise<number | undefined> =>
  db.first(
    "select end_us from page_mark where tenant_id = :tenant and list = :list and page = :page and put_at_ms > :sinceMs",
    { list, page, sinceMs: nowMs - PAGE_VALID_MS },
    (row) => number(row, "end_us"),
  );

/** Notes that one of those who have a page has requested the next one. */
export const leavePage = (tx: Tx, { list, page }: GivenPage) =>
  tx.send(
    `update page_mark set waiting = max(0, waiting - 1)
      where tenant_id = :tenant and list = :list and page = :page`,
    { list, page },
  );

/** Notes where a page ended that is given out now, and forgets those of more than an hour ago. */
export async function putPage(
  tx: Tx,
  { list, page, endUs, nowMs }: GivenPage & { endUs: number; nowMs: number },
): Promise<void> {
  await marks.insertAll(tx, [{ list, page, endUs, waiting: 1, putAtMs: nowMs }], TOGETHER);
  const sinceMs = nowMs - PAGE_VALID_MS;
  await tx.send("delete from page_mark where tenant_id = :tenant and put_at_ms <= :sinceMs", { sinceMs });
}
