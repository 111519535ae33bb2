import { Type } from "@sinclair/typebox";
import { EVENT_TYPES } from "../events/event.ts";
import { Time } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import { metaPageOf, type PageSizes, pageQuery } from "../http/input/page.ts";

export const PAGE_SIZES: PageSizes = { perPage: 50, perPageMax: 100 };

const Id = Type.String({ examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"] });
const Name = Type.String({ minLength: 1, maxLength: 100, pattern: "\\S", examples: ["Shop"] });
const Url = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: "Public https address.",
  examples: ["https://shop.example.com/hooks/catalog"],
});
const EventName = oneOf(EVENT_TYPES, { description: "`GET /webhooks/events` lists them." });
const Events = Type.Array(EventName, { minItems: 1, examples: [["product.created", "product.updated"]] });
const Secret = Type.String({
  minLength: 1,
  maxLength: 256,
  description: "Signs the deliveries. Stored encrypted, never shown.",
  examples: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"],
});
const Headers = Type.Record(Type.String(), Type.String(), {
  description: "Sent with each delivery.",
  examples: [{ Authorization: "Bearer 4f0c9b1e7a2d" }],
});
const MaxRetries = Type.Integer({
  minimum: 0,
  maximum: 10,
  description: "Retries after the first attempt: after 2 s, 4 s, 8 s, … up to 5 minutes apart.",
});
const TimeoutSeconds = Type.Integer({ minimum: 1, maximum: 60, description: "Timeout of one attempt." });

export const WebhookBody = Type.Object(
  {
    id: Id,
    name: Name,
    url: Url,
    events: Events,
    headers: Headers,
    max_retries: MaxRetries,
    timeout_seconds: TimeoutSeconds,
    is_active: Type.Boolean({ description: "False: paused. Events are held for 72 hours and sent on resume." }),
    disabled_reason: Type.Union([Type.Literal("gone"), Type.Literal("failing"), Type.Null()], {
      description:
        "Why the service paused it: the receiver answered 410 or failed for five days. Null: not paused by the service.",
    }),
    has_secret: Type.Boolean({ description: "Whether deliveries are signed." }),
    previous_secret_until: Type.Union([Time, Type.Null()], {
      description: "Until then deliveries are also signed with the previous secret.",
    }),
    created_at: Time,
  },
  { description: "A webhook subscription." },
);

export const WebhookPage = metaPageOf(WebhookBody);

export const WebhookQuery = Type.Object({
  ...pageQuery(PAGE_SIZES).properties,
  active_only: Type.Optional(Type.Boolean({ description: "Exclude paused webhooks. Default false." })),
});

export const WebhookCreate = Type.Object({
  name: Name,
  url: Url,
  events: Events,
  secret: Type.Optional(Type.Union([Secret, Type.Null()], { description: "Absent or null: nothing is signed." })),
  headers: Type.Optional(Headers),
  max_retries: Type.Optional(Type.Integer({ ...MaxRetries, default: 3 })),
  timeout_seconds: Type.Optional(Type.Integer({ ...TimeoutSeconds, default: 10 })),
  is_active: Type.Optional(Type.Boolean({ default: true })),
});

export const WebhookPatch = Type.Object({
  name: Type.Optional(Name),
  url: Type.Optional(Url),
  events: Type.Optional(Events),
  secret: Type.Optional(
    Type.Union([Secret, Type.Null()], { description: "Takes the place of the one before at once; null removes it." }),
  ),
  headers: Type.Optional(Headers),
  max_retries: Type.Optional(MaxRetries),
  timeout_seconds: Type.Optional(TimeoutSeconds),
  is_active: Type.Optional(Type.Boolean()),
});

export const WebhookSwitch = Type.Object({ is_active: Type.Boolean() });

export const SecretRotation = Type.Object({
  secret: Type.Optional(Type.String({ ...Secret, description: "Absent: a secret is generated." })),
});

export const SecretRotated = Type.Object({
  id: Id,
  secret: Type.String({ description: "The new secret. Shown once." }),
  previous_secret_until: Type.Union([Time, Type.Null()], {
    description: "Until then deliveries are signed with both secrets. Null if there was no previous secret.",
  }),
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

export const LogBody = Type.Object(
  {
    id: Id,
    event: Type.String({ examples: ["product.updated"] }),
    event_id: Id,
    status_code: Type.Integer({ description: "0 if there was no response." }),
    success: Type.Boolean(),
    duration_ms: Type.Integer(),
    attempt: Type.Integer({ minimum: 1 }),
    error_message: Type.Union([Type.String(), Type.Null()], {
      description: "Null on success. Ends with `undeliverable` if there will be no retry.",
    }),
    triggered_at: Time,
  },
  { description: "One attempt to deliver an event." },
);

export const LogPage = metaPageOf(LogBody);
export const LogQuery = pageQuery(PAGE_SIZES);

export const EventList = Type.Object({ events: Type.Array(EventName), total: Type.Integer() });

const webhook_id = Type.String({
  format: "uuid",
  description: "Id of the webhook.",
  examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"],
});
export const WebhookParams = Type.Object({ webhook_id });
export const LogParams = Type.Object({
  webhook_id,
  log_id: Type.String({
    format: "uuid",
    description: "Id of a log entry.",
    examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f02"],
  }),
});
