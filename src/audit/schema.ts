import { Type } from "@sinclair/typebox";
import { Time } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import { pageQuery } from "../http/input/page.ts";
import { AUDIT_ACTIONS, AUDIT_RESOURCES } from "../vocabulary.ts";

export const Action = oneOf(AUDIT_ACTIONS, { description: "The action." });
export const Resource = oneOf(AUDIT_RESOURCES, { description: "Type of the resource." });
export const textOrNull = (description: string, example: string) =>
  Type.Union([Type.String({ examples: [example] }), Type.Null()], { description });

export const Actor = Type.Object({
  type: oneOf(["user", "api_key", "operator", "console", "system"], {
    description: "`console` is a command on the server, `system` the service itself.",
  }),
  id: textOrNull("Id of the user or API key.", "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"),
  email: textOrNull("Current email address of the user.", "anna@example.com"),
});

export const AuditQuery = Type.Object({
  ...pageQuery().properties,
  user_id: Type.Optional(Type.String({ maxLength: 100, description: "Only actions of this user or API key." })),
  action: Type.Optional(Action),
  resource: Type.Optional(Resource),
  resource_id: Type.Optional(Type.String({ maxLength: 200, description: "Only actions on this resource." })),
  from: Type.Optional(Type.String({ ...Time, description: "From this time, inclusive." })),
  to: Type.Optional(Type.String({ ...Time, description: "Before this time." })),
});
