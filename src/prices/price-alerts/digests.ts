import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { listWaitingTriggers, setMailed, type Waiting } from "../../../db/price-alerts/triggers.ts";
import { isPlanned } from "../../../db/schedules/schedules.ts";
import { everyMinutes } from "../../schedules/next-run.ts";
import { plan, unplan } from "../../schedules/schedule-plan.ts";
import { mailAlerts } from "./alert-mails.ts";
import type { AlertRecord } from "./alert-record.ts";

const KIND = "price-alerts.mail-digest";
const MINUTES: Readonly<Record<Waiting, number>> = { hourly: 60, daily: 1_440 };
/** The number in one mail. */
const AT_ONCE = 1_000;

/** Sees to it that what waits for such a mail goes out an hour, or a day, from now at the latest. */
export async function planDigest(tx: Tx, digest: Waiting, { now }: MutationContext): Promise<void> {
  if (await isPlanned(tx, KIND, digest)) return;
  const owner = { kind: KIND, ownerId: digest, payload: { digest }, isActive: true } as const;
  await plan(tx, owner, everyMinutes(MINUTES[digest]), now());
}

/**
 * Mails what alerts have gathered, to each reader in one mail, and plans no more when there was nothing. Says whether more may
 * wait. What an alert gathered that is deleted is not mailed.
 */
export const mailGathered = mutation(
  "price-alerts.mail-gathered",
  async (tx, { digest }: { digest: Waiting }, context): Promise<boolean> => {
    const waiting = await listWaitingTriggers(tx, digest, AT_ONCE);
    if (waiting.length === 0) await unplan(tx, KIND, digest);
    // Stored in the form in which they are sent.
    const wanted = waiting
      .filter(({ isWanted }) => isWanted)
      .map(({ record, createdBy }) => ({ record: record as AlertRecord, createdBy }));
    const mailIds = await mailAlerts(tx, [wanted], context);
    await setMailed(
      tx,
      waiting.map(({ id }) => ({ id, mailIds: mailIds.get(id) ?? [] })),
    );
    return waiting.length === AT_ONCE;
  },
);
