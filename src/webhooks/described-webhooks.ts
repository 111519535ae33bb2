import { Type } from "@sinclair/typebox";
import { withChoices } from "../http/describe/documents/choices.ts";
import { mapRecord, type Schema } from "../http/describe/documents/schemas.ts";
import { PAYLOADS, type Payload } from "./payloads.ts";

const SENT_AT = "2026-11-21T10:00:00.123Z";
const EVENT_ID = "01a21392-4d7e-7000-bb12-6f0e8a5c3d94";

/** The model of an event's body: `product.created` is a `ProductCreatedEvent`. */
export const modelOf = (type: string) =>
  `${type
    .split(".")
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join("")}Event`;

const bodyOf = (type: string, { summary, data }: Payload) =>
  Type.Object(
    {
      id: Type.String({ format: "uuid", description: "The same each time the event is sent: deduplicate by it." }),
      event: Type.Literal(type, { description: "What happened." }),
      timestamp: Type.String({ format: "date-time", description: "When it happened." }),
      data: Type.Object(data, { description: "What it happened to." }),
    },
    { description: `${summary}.` },
  );

/** The bodies that receivers get, by the name of their model. */
export const EVENT_MODELS = Object.fromEntries(
  Object.entries(PAYLOADS).map(([type, payload]) => [modelOf(type), bodyOf(type, payload)]),
);

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const header = (name: string, description: string, example: string) => ({
  ...{ name, in: "header", description, schema: { type: "string" }, example },
});

const HEADERS = [
  header("webhook-id", "The event's id.", EVENT_ID),
  header(
    "webhook-timestamp",
    "When this attempt was sent, in Unix seconds: refuse what is older than 5 minutes.",
    "1795255200",
  ),
  header(
    "webhook-signature",
    "`v1,` and the Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two of them, separated by a space, while a secret is replaced. Absent without a secret.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
  header(
    "X-PM-Signature",
    "`sha256=` and the HMAC-SHA256 of the body in hex. Absent without a secret.",
    `sha256=${"0f".repeat(32)}`,
  ),
];

/** What the OpenAPI document says of deliveries: its `webhooks`, and the models that they name. */
export const describedWebhooks = () => ({
  webhooks: Object.fromEntries(
    Object.entries(PAYLOADS).map(([type, payload]) => [
      type,
      {
        post: {
          operationId: `on${modelOf(type)}`,
          tags: ["Webhooks"],
          summary: payload.summary,
          security: [],
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: refTo(modelOf(type)),
                example: { id: EVENT_ID, event: type, timestamp: SENT_AT, data: payload.example },
              },
            },
          },
          responses: {
            "2XX": { description: "Taken. Answer before you work on it." },
            "410": { description: "Gone: the webhook is switched off." },
            "4XX": {
              description: "Sent again later, as `max_retries` says; likewise any other answer, or none in time.",
            },
          },
        },
      },
    ]),
  ),
  schemas: mapRecord(EVENT_MODELS as unknown as Record<string, Schema>, withChoices), // schemas are JSON Schemas
});
