import { Type } from "@sinclair/typebox";
import { Time } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import { metaPageOf, pageQuery } from "../http/input/page.ts";
import { AUDIT_ACTIONS, AUDIT_RESOURCES } from "../vocabulary.ts";

const Action = oneOf(AUDIT_ACTIONS, { description: "The action." });
const Resource = oneOf(AUDIT_RESOURCES, { description: "Type of the resource." });
const textOrNull = (description: string, example: string) =>
  Type.Union([Type.String({ examples: [example] }), Type.Null()], { description });

export const AuditEntryBody = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: "Sequence number, from 1 without gaps.", examples: [42] }),
    at: Time,
    actor: Type.Object({
      type: oneOf(["user", "api_key", "operator", "console", "system"], {
        description: "`console` is a command on the server, `system` the service itself.",
      }),
      id: textOrNull("Id of the user or API key.", "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"),
      email: textOrNull("Current email address of the user.", "anna@example.com"),
    }),
    action: Action,
    resource: Resource,
    resource_id: textOrNull("Null for resources that exist only once.", "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f02"),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description: "What changed. Secret values are never shown.",
      examples: [{ role: { from: "editor", to: "manager" } }],
    }),
    request_id: textOrNull("`X-Request-ID` of the request.", "req-7d4e"),
    address: textOrNull("IP address of the caller.", "203.0.113.7"),
    hash: Type.String({
      description: "SHA-256 of this entry and the previous hash. Keep a copy to detect tampering.",
      examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    }),
  },
  { description: "One entry of the audit log." },
);

export const AuditPage = metaPageOf(AuditEntryBody);

export const AuditQuery = Type.Object({
  ...pageQuery().properties,
  user_id: Type.Optional(Type.String({ maxLength: 100, description: "Only actions of this user or API key." })),
  action: Type.Optional(Action),
  resource: Type.Optional(Resource),
  resource_id: Type.Optional(Type.String({ maxLength: 200, description: "Only actions on this resource." })),
  from: Type.Optional(Type.String({ ...Time, description: "From this time, inclusive." })),
  to: Type.Optional(Type.String({ ...Time, description: "Before this time." })),
});
