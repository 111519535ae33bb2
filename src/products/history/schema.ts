import { Type } from "@sinclair/typebox";
import { Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { metaPageOf, PageQuery } from "../../http/input/page.ts";

const Text = Type.String();
const TextOrNull = Type.Union([Type.String(), Type.Null()]);

export const HistoryParams = Type.Object({
  product_id: Type.String({ format: "uuid", description: "Id of the product." }),
});

export const ChangeParams = Type.Object({
  ...HistoryParams.properties,
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

const Change = Type.Object({
  id: Type.Integer({ description: "Sequence number of the change, from 1." }),
  product_id: Uuid,
  at: Type.String({ format: "date-time" }),
  actor: Type.Object(
    {
      kind: oneOf(["user", "api_key", "operator", "console", "system", "import"] as const),
      id: TextOrNull,
      name: Type.Union([Type.String(), Type.Null()], {
        description: "Name at that time: an email address, an API key name or an import file.",
      }),
    },
    { description: "Who made the change." },
  ),
  request_id: Type.Union([Type.String(), Type.Null()], { description: "Id of the request." }),
  reverts: Type.Union([Type.Integer(), Type.Null()], { description: "The change reverted by this one." }),
  changes: Type.Array(
    Type.Object({
      field: Text,
      old: Type.Unknown({ description: "Null if it had no value." }),
      new: Type.Unknown({ description: "Null if it was cleared." }),
    }),
  ),
});
export const HistoryPage = metaPageOf(Change);

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
