import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { counted } from "../../../http/output/counted.ts";
import { translate } from "../../../http/output/messages.ts";
import { notify } from "../../../mail/notify.ts";
import { findRepricingSchedule } from "./repricing-schedule.ts";

/** The result of a run that started automatically. */
interface ScheduledOutcome {
  changed: number;
  skipped: number;
  isFailed: boolean;
  /** Names of the rules that were not run. */
  leftOut: readonly string[];
}

/** Notifies the schedule's addresses of a run that waits for its approval. */
export async function notifyOfWaitingRun(tx: Tx, context: MutationContext): Promise<void> {
  const { notification_emails: emails } = await findRepricingSchedule(tx);
  if (emails.length === 0) return;
  const texts = { subject: "repricing.waiting_subject", body: "repricing.waiting_body" } as const;
  await notify(tx, emails, { ...texts, params: () => ({}) }, context);
}

/** Notifies the schedule's addresses of a run that changed prices, failed, or left rules out. */
export async function notifyOfRun(
  tx: Tx,
  { changed, skipped, isFailed, leftOut }: ScheduledOutcome,
  context: MutationContext,
): Promise<void> {
  if (changed === 0 && !isFailed && leftOut.length === 0) return;
  const { notification_emails: emails } = await findRepricingSchedule(tx);
  if (emails.length === 0) return;
  const texts = isFailed
    ? ({ subject: "repricing.run_failed_subject", body: "repricing.run_failed_body" } as const)
    : ({ subject: "repricing.run_subject", body: "repricing.run_body" } as const);
  const params = (language: "en" | "fr") => ({
    changed: counted(language, changed, "repricing.prices"),
    skipped: counted(language, skipped, "repricing.products"),
    left_out: leftOut.length === 0 ? "" : translate(language, "repricing.left_out", { rules: leftOut.join(", ") }),
  });
  await notify(tx, emails, { ...texts, params }, context);
}
