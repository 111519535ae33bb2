import { Type } from "@sinclair/typebox";
import type { DeliveryLog } from "../../db/webhooks/logs.ts";
import { orNull, Time } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import { metaPageOf, type PageSizes, pageQuery } from "../http/input/page.ts";
import { view } from "../kit/view.ts";
import { isoOfMs } from "../text/instant.ts";
import { EventName, Secret, Webhook } from "./webhook.ts";

export const PAGE_SIZES: PageSizes = { perPage: 50, perPageMax: 100 };

const Id = Type.String({ examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"] });
export const WebhookSwitch = Type.Object({ is_active: Type.Boolean() });

export const SecretRotation = Type.Object({
  secret: Type.Optional(Type.String({ ...Secret, description: "Absent: a secret is generated." })),
});

/** The answer to a creation. `secret` itself is never read back. */
export const WebhookCreated = Type.Object(
  {
    ...Webhook.Body.properties,
    generated_secret: orNull(
      Type.String({ examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwYXBzcHJvZG8="] }),
      "The secret that was made because none was sent. Shown once. Null: yours signs, or nothing does.",
    ),
  },
  { title: "WebhookCreated" },
);

export const SecretRotated = Type.Object({
  id: Id,
  secret: Type.String({ description: "The new secret. Shown once." }),
  previous_secret_until: orNull(
    Time,
    "Until then deliveries are signed with both secrets. Null if there was no previous secret.",
  ),
});

export const ReplayCreate = Type.Object({ since: Time });

export const Replayed = Type.Object({
  replayed: Type.Integer({ minimum: 0, description: "Number of deliveries queued again." }),
  has_more: Type.Boolean({ description: "True if there are more than 10,000; repeat the request." }),
});

export const TestBody = Type.Object({
  status: oneOf(["success", "failed"]),
  status_code: Type.Integer({ description: "0 if there was no response." }),
  duration_ms: Type.Integer(),
  response_body: Type.String({ description: "First 4096 characters of the response." }),
});

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

export const LogPage = metaPageOf(DeliveryLogs.Body);
export const LogQuery = pageQuery(PAGE_SIZES);

export const EventList = Type.Object({ events: Type.Array(EventName), total: Type.Integer() });

const webhook_id = Type.String({ format: "uuid", description: "Id of the webhook." });
export const WebhookParams = Type.Object({ webhook_id });
export const LogParams = Type.Object({
  webhook_id,
  log_id: Type.String({
    format: "uuid",
    description: "Id of a log entry.",
    examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f02"],
  }),
});
