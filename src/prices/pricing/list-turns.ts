import type { MutationContext, Tx } from "../../../db/ports.ts";
import { putSchedule } from "../../../db/schedules/schedules.ts";
import { unplan } from "../../schedules/schedule-plan.ts";

const KIND = "products.touch";
/** A time that comes once. */
const ONCE = { schedule_type: "manual", cron_expression: null, interval_minutes: null, timezone: "UTC" } as const;
const TURNS = ["start", "end"] as const;
const ownerOf = (priceListId: string, turn: (typeof TURNS)[number]) => `${priceListId} ${turn}`;

/** A list with its dates in ISO 8601, both inclusive. */
interface Dated {
  id: string;
  start_date: string | null;
  end_date: string | null;
}

/** Plans that the products of a list notice when it begins and when it ceases to apply. Call it when its dates change. */
export async function planTurns(tx: Tx, { id, start_date, end_date }: Dated, { now }: MutationContext): Promise<void> {
  const at = {
    start: start_date === null ? null : Date.parse(start_date),
    end: end_date === null ? null : Date.parse(end_date) + 1,
  };
  for (const turn of TURNS) {
    const ownerId = ownerOf(id, turn);
    const plannedAtMs = at[turn];
    if (plannedAtMs === null || plannedAtMs <= now()) await unplan(tx, KIND, ownerId);
    else {
      const payload = { owner: "price_list" as const, ownerIds: [id] };
      await putSchedule(tx, { kind: KIND, ownerId, payload, timing: ONCE, plannedAtMs });
    }
  }
}

/** Plans nothing more for a list that is deleted. */
export async function unplanTurns(tx: Tx, { id }: { id: string }): Promise<void> {
  for (const turn of TURNS) await unplan(tx, KIND, ownerOf(id, turn));
}
