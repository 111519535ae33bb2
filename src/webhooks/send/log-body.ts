import { Type } from "@sinclair/typebox";
import type { DeliveryLog } from "../../../db/webhooks/logs.ts";
import { orNull, Time } from "../../http/input/fields.ts";
import { view } from "../../kit/view.ts";
import { isoOfMs } from "../../text/instant.ts";

const Id = Type.String({ examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"] });

/** An entry of the delivery log as the API shows it. */
export const DeliveryLogs = view<DeliveryLog>()(
  {
    id: [Id, "id"],
    event: [Type.String({ examples: ["product.updated"] }), "event"],
    event_id: [Id, "eventId"],
    status_code: [Type.Integer({ description: "0 if there was no response." }), "statusCode"],
    success: [Type.Boolean(), "success"],
    duration_ms: [Type.Integer(), "durationMs"],
    attempt: [Type.Integer({ minimum: 1 }), "attempt"],
    error_message: [
      orNull(Type.String(), "Null on success. Ends with `undeliverable` if there will be no retry."),
      "errorMessage",
    ],
    triggered_at: [Time, ({ triggeredAtMs }) => isoOfMs(triggeredAtMs)],
  },
  { description: "One attempt to deliver an event." },
);
