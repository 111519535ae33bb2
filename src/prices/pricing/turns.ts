import type { MutationContext, Tx } from "../../../db/ports.ts";
import type { Owner } from "../../../db/products/owned.ts";
import { putSchedule } from "../../../db/schedules/schedules.ts";
import { ONCE } from "../../schedules/next-run.ts";
import { unplan } from "../../schedules/schedule-plan.ts";

const KIND = "products.touch";
const TURNS = ["start", "end"] as const;
const ownerOf = (id: string, turn: (typeof TURNS)[number]) => `${id} ${turn}`;

/** From when on something applies to prices, and from when on no longer, in Unix milliseconds; `null`: open. */
interface Period {
  id: string;
  startMs: number | null;
  endMs: number | null;
}

/** Plans that products notice when something begins and when it ceases to apply. Call it when its dates change. */
export async function planTurns(
  tx: Tx,
  { id, startMs, endMs }: Period,
  payload: { owner: Owner; ownerIds: string[] },
  { now }: MutationContext,
): Promise<void> {
  const at = { start: startMs, end: endMs };
  for (const turn of TURNS) {
    const ownerId = ownerOf(id, turn);
    const plannedAtMs = at[turn];
    if (plannedAtMs === null || plannedAtMs <= now()) await unplan(tx, KIND, ownerId);
    else await putSchedule(tx, { kind: KIND, ownerId, payload, timing: ONCE, plannedAtMs });
  }
}

/** Plans nothing more for what is deleted. */
export async function unplanTurns(tx: Tx, { id }: { id: string }): Promise<void> {
  for (const turn of TURNS) await unplan(tx, KIND, ownerOf(id, turn));
}
