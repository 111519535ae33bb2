import { Type } from "@sinclair/typebox";
import { oneOf } from "../http/one-of.ts";
import { metaPageOf, pageQuery } from "../http/page.ts";
import { AUDIT_ACTIONS, AUDIT_RESOURCES } from "./actions.ts";

const Time = Type.String({ format: "date-time", examples: ["2026-11-21T10:00:00.000Z"] });
const Action = oneOf(AUDIT_ACTIONS, { description: "What was done." });
const Resource = oneOf(AUDIT_RESOURCES, { description: "The kind of thing it was done to." });
const textOrNull = (description: string, example: string) =>
  Type.Union([Type.String({ examples: [example] }), Type.Null()], { description });

export const AuditEntryBody = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: "From 1, without gaps.", examples: [42] }),
    at: Time,
    actor: Type.Object({
      type: oneOf(["user", "api_key", "operator", "console", "system"], {
        description: "`console` is a command on the machine, `system` the service itself.",
      }),
      id: textOrNull("Of the user or key.", "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"),
      email: textOrNull("Of the user, as it is now.", "anna@example.com"),
    }),
    action: Action,
    resource: Resource,
    resource_id: textOrNull("Null when there is but one.", "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f02"),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description: "What changed. Secrets are named, never shown.",
      examples: [{ role: { from: "editor", to: "manager" } }],
    }),
    request_id: textOrNull("`X-Request-ID` of the request.", "req-7d4e"),
    address: textOrNull("Where the request came from.", "203.0.113.7"),
    hash: Type.String({
      description: "SHA-256 of this entry and the hash before: whoever keeps one can tell whether the log was changed.",
      examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    }),
  },
  { description: "One entry of the audit log." },
);

export const AuditPage = metaPageOf(AuditEntryBody);

export const AuditQuery = Type.Object({
  ...pageQuery().properties,
  user_id: Type.Optional(Type.String({ maxLength: 100, description: "Only what this user, or key, has done." })),
  action: Type.Optional(Action),
  resource: Type.Optional(Resource),
  resource_id: Type.Optional(Type.String({ maxLength: 200, description: "Only what was done to this one." })),
  from: Type.Optional(Type.String({ ...Time, description: "From this moment on." })),
  to: Type.Optional(Type.String({ ...Time, description: "Before this moment." })),
});
