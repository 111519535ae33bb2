import { Type } from "@sinclair/typebox";
import { orNull, ProductParams } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { PageQuery } from "../../http/input/page.ts";

export const ChangeParams = Type.Object({
  ...ProductParams.properties,
  change_id: Type.Integer({ minimum: 1, description: "Id of the change in the history." }),
});

export const HistoryQuery = Type.Object({
  ...PageQuery.properties,
  field: Type.Optional(
    Type.String({
      maxLength: 100,
      description: "Only changes of this field.",
      examples: ["price"],
    }),
  ),
});

export const Actor = Type.Object(
  {
    kind: oneOf(["user", "api_key", "operator", "console", "system", "import"] as const),
    id: orNull(Type.String()),
    name: orNull(Type.String(), "Name at that time: an email address, an API key name or an import file."),
  },
  { description: "Who made the change." },
);
export const ChangedField = Type.Object({
  field: Type.String(),
  old: Type.Unknown({ description: "Null if it had no value." }),
  new: Type.Unknown({ description: "Null if it was cleared." }),
});

export const RevertBody = Type.Optional(
  Type.Object({
    fields: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        minItems: 1,
        maxItems: 200,
        description: "Fields to revert; absent: all fields of the change.",
        examples: [["price"]],
      }),
    ),
    force: Type.Optional(
      Type.Boolean({ description: "Also revert fields that have changed since. Default false.", default: false }),
    ),
  }),
);
