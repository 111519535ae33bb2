import type { MutationContext, Tx } from "../../db/ports.ts";
import { refreshLane } from "../../db/webhooks/lanes.ts";
import { findWebhook, updateWebhook } from "../../db/webhooks/webhooks.ts";
import { noteAudit } from "../audit/note-audit.ts";

/** Switches a webhook off whose receiver does not answer any more; its events are held as those of any paused one. */
export async function disableWebhook(
  tx: Tx,
  id: string,
  reason: "gone" | "failing",
  consecutiveFailures: number,
  context: MutationContext,
): Promise<void> {
  const webhook = await findWebhook(tx, id);
  if (!webhook?.isActive) return;
  await updateWebhook(tx, { ...webhook, isActive: false, disabledReason: reason, version: webhook.version + 1 });
  await refreshLane(tx, id);
  const details = { reason, consecutive_failures: consecutiveFailures };
  await noteAudit(tx, context, { action: "webhook.disabled", resource: "webhook", resourceId: id, details });
}
