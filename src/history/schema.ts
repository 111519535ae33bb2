import { Type } from "@sinclair/typebox";
import { oneOf } from "../http/one-of.ts";
import { metaPageOf, PageQuery } from "../http/page.ts";

const Text = Type.String();
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const Uuid = Type.String({ format: "uuid" });

export const HistoryParams = Type.Object({
  product_id: Type.String({ format: "uuid", description: "Id of the product." }),
});

export const ChangeParams = Type.Object({
  ...HistoryParams.properties,
  change_id: Type.Integer({ minimum: 1, description: "Id of the change, as the history says it." }),
});

export const HistoryQuery = Type.Object({
  ...PageQuery.properties,
  field: Type.Optional(
    Type.String({
      maxLength: 100,
      description: "Only changes of this field, by its request name.",
      examples: ["price"],
    }),
  ),
});

const Change = Type.Object({
  id: Type.Integer({ description: "Counts the changes of the product, from 1." }),
  product_id: Uuid,
  at: Type.String({ format: "date-time" }),
  actor: Type.Object(
    {
      kind: oneOf(["user", "api_key", "operator", "console", "system", "import"] as const),
      id: TextOrNull,
      name: Type.Union([Type.String(), Type.Null()], {
        description: "As it was then: an e-mail address, the name of a key, the file of an import.",
      }),
    },
    { description: "Who made the change." },
  ),
  request_id: Type.Union([Type.String(), Type.Null()], { description: "The request that made it." }),
  reverts: Type.Union([Type.Integer(), Type.Null()], { description: "The change that this one took back." }),
  changes: Type.Array(
    Type.Object({
      field: Text,
      old: Type.Unknown({ description: "Null: it had no value." }),
      new: Type.Unknown({ description: "Null: it has none any more." }),
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
        description: "Which fields of the change; all of them when absent.",
        examples: [["price"]],
      }),
    ),
    force: Type.Optional(
      Type.Boolean({ description: "Also take back what was changed again since. Default false.", default: false }),
    ),
  }),
);
