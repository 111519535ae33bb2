import type { Reader, Tx } from "../ports.ts";
import { number, numberOrNull, type Row, text } from "../rows.ts";
import type { Condition } from "../table-statements.ts";

/** How a platform's jobs have ended. */
export interface PlatformFigures {
  totalExports: number;
  successItems: number;
  failedItems: number;
}

const readFigures = (row: Row): [string, PlatformFigures] => [
  text(row, "platform_id"),
  {
    totalExports: number(row, "total_exports"),
    successItems: number(row, "success_items"),
    failedItems: number(row, "failed_items"),
  },
];

/** By platform; those that never finished a job are missing. */
export const findFigures = async (db: Reader, platformIds: readonly string[]): Promise<Map<string, PlatformFigures>> =>
  new Map(
    await db.all(
      `select platform_id, count(*) as total_exports, sum(success_items) as success_items,
              sum(failed_items) as failed_items
         from export_job where tenant_id = :tenant and platform_id in (select value from json_each(:ids))
          and status in ('completed', 'failed') group by platform_id`,
      { ids: JSON.stringify(platformIds) },
      readFigures,
    ),
  );

/** A slot that lies further ahead was given out before the machine's clock was set back. */
const AHEAD_MAX_MS = 600_000;

/** Reserves the next time at which a file may be sent to the platform; `null` when it is deleted. */
export const nextSlot = async (tx: Tx, platformId: string, nowMs: number): Promise<number | null> => {
  const [slot] = await tx.all(
    `update export_platform set next_slot_ms = (1000 + rate_limit_per_second - 1) / rate_limit_per_second
        + iif(next_slot_ms between :nowMs and :nowMs + ${AHEAD_MAX_MS}, next_slot_ms, :nowMs)
      where tenant_id = :tenant and id = :platformId
      returning next_slot_ms - (1000 + rate_limit_per_second - 1) / rate_limit_per_second as slot`,
    { platformId, nowMs },
    (row) => numberOrNull(row, "slot"),
  );
  return slot ?? null;
};

export const withNamePart = (search: string): Condition => ({ sql: "instr(name_key, :search) > 0", args: { search } });
