import { dayOfTime, listChangeDays } from "../../../db/history/product-changes.ts";
import type { Reader } from "../../../db/ports.ts";
import { isoOfMs } from "../../text/instant.ts";

const DAY_MS = 86_400_000;
export const CHANGE_DAYS = { usual: 14, most: 90 } as const;

/** How many changes of products each of the last days had, the oldest first; today, which goes on, is the last. */
export async function changeStats(db: Reader, days: number, nowMs: number) {
  const today = dayOfTime(nowMs);
  const counted = await listChangeDays(db, today - days + 1);
  const items = Array.from({ length: days }, (_, index) => {
    const day = today - days + 1 + index;
    return { date: isoOfMs(day * DAY_MS).slice(0, "2026-11-21".length), changes: counted.get(day) ?? 0 };
  });
  return { days, total: items.reduce((sum, { changes }) => sum + changes, 0), items };
}
