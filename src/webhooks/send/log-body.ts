import type { Static } from "@sinclair/typebox";
import type { DeliveryLog } from "../../../db/webhooks/logs.ts";
import { isoOfMs } from "../../text/instant.ts";
import type { LogBody } from "../schema.ts";

/** An entry of the delivery log as the API shows it. */
export const logBody = (entry: DeliveryLog): Static<typeof LogBody> => ({
  id: entry.id,
  event: entry.event,
  event_id: entry.eventId,
  status_code: entry.statusCode,
  success: entry.success,
  duration_ms: entry.durationMs,
  attempt: entry.attempt,
  error_message: entry.errorMessage,
  triggered_at: isoOfMs(entry.triggeredAtMs),
});
