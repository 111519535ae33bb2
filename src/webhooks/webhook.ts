import { Type } from "@sinclair/typebox";
import { FLAG, TEXT, TEXT_OR_NULL } from "../../db/table.ts";
import { maybe, orNull, Time } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import {
  flagField,
  hiddenField,
  jsonField,
  numberField,
  optionalDateTime,
  shownField,
} from "../kit/resource/fields.ts";
import { type RowOf, record } from "../kit/resource/record.ts";
import { millisecondsOf } from "../text/instant.ts";
import { EVENT_TYPES, type EventType } from "../vocabulary.ts";

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: "\\S", examples: ["Shop"] });
const Url = Type.String({
  minLength: 1,
  maxLength: 2000,
  description:
    "Public https address. With the setting `CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS` any http or https address.",
  examples: ["https://shop.example.com/hooks/catalog"],
});
/** One of the types that can be subscribed. */
export const EventName = oneOf(EVENT_TYPES, { description: "`GET /webhooks/events` lists them." });
const Events = Type.Array(EventName, { minItems: 1, examples: [["product.created", "product.updated"]] });
/** What signs the deliveries. */
export const Secret = Type.String({
  minLength: 1,
  maxLength: 256,
  description: "Signs the deliveries. Stored encrypted, never shown.",
  examples: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"],
});
const Headers = Type.Record(Type.String(), Type.String(), {
  description:
    "Sent with each delivery. Values that are secrets by their name or form are stored encrypted and shown as `********`; sent back so, they stay.",
  examples: [{ Authorization: "Bearer 4f0c9b1e7a2d" }],
});
const MaxRetries = Type.Integer({
  minimum: 0,
  maximum: 10,
  description: "Retries after the first attempt: after 2 s, 4 s, 8 s, … up to 5 minutes apart.",
});
const TimeoutSeconds = Type.Integer({ minimum: 1, maximum: 60, description: "Timeout of one attempt." });
const DisabledReason = Type.Union([Type.Literal("gone"), Type.Literal("failing"), Type.Null()], {
  description:
    "Why the service paused it: the receiver answered 410 or failed for five days. Null: not paused by the service.",
});
const Active = "False: paused. Events are held for 72 hours and sent on resume.";
const SignedUntil = "Until then deliveries are also signed with the previous secret.";
const secretOf = (description: string) => maybe(Secret, description);

/** Where the service sends events. */
export const Webhook = record({
  table: "webhook",
  noun: "webhook",
  fields: {
    name: { input: Name, output: Name, column: TEXT },
    url: { input: Url, output: Url, column: TEXT },
    events: { ...jsonField<EventType[]>(Events), normalize: (events: EventType[]) => [...new Set(events)] },
    headers: jsonField<Record<string, string>>(Headers, {}),
    // Under which field of its place each masked value is stored, by the header's name.
    sealed_headers: hiddenField(jsonField<Record<string, string>>(Headers).column, {}),
    max_retries: { ...numberField(MaxRetries, 3), creation: Type.Integer({ ...MaxRetries, default: 3 }) },
    timeout_seconds: { ...numberField(TimeoutSeconds, 10), creation: Type.Integer({ ...TimeoutSeconds, default: 10 }) },
    is_active: {
      ...flagField(true),
      output: Type.Boolean({ description: Active }),
      creation: Type.Boolean({ default: true }),
    },
    disabled_reason: shownField(DisabledReason, TEXT_OR_NULL, null),
    has_secret: shownField(
      Type.Boolean({ description: "Whether deliveries are signed." }),
      { ...FLAG, computed: "webhook.secret_field is not null" },
      false,
    ),
    previous_secret_until: {
      ...optionalDateTime(SignedUntil),
      output: orNull(Time, SignedUntil),
      sent: "never" as const,
    },
    // Under which fields of its place the secrets are stored.
    secret_field: hiddenField(TEXT_OR_NULL, null),
    previous_secret_field: hiddenField(TEXT_OR_NULL, null),
  },
  isUndated: true,
  secrets: {
    create: { secret: secretOf("Absent: one is made and shown once, in `generated_secret`. Null: nothing is signed.") },
    update: { secret: secretOf("Takes the place of the one before at once; null removes it.") },
  },
});
export type WebhookRow = RowOf<typeof Webhook.fields, Record<never, never>>;

/** Whether the secret before signs as well. */
export const isSignedTwice = ({ previous_secret_until: until }: WebhookRow, nowMs: number): boolean =>
  until !== null && millisecondsOf(until) > nowMs;

/** The secret before counts until its time is over. */
export const shownAt = (row: WebhookRow, nowMs: number) => ({
  previous_secret_until: isSignedTwice(row, nowMs) ? row.previous_secret_until : null,
});

/** A webhook as the API shows it at `nowMs`. */
export const webhookBody = (row: WebhookRow, nowMs: number) => ({ ...Webhook.bodyOf(row), ...shownAt(row, nowMs) });
