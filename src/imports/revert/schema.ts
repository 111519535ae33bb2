import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import { expandable } from "../../http/input/expand.ts";
import { Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { metaPageOf, PageQuery } from "../../http/input/page.ts";
import { LEFT_REASONS } from "./plan-part.ts";
import { Reverts } from "./revert-run.ts";

export const RevertQuery = Type.Object({
  preview: Type.Optional(
    Type.Boolean({ description: "Only work out what would be done. Default false.", default: false }),
  ),
});

// Both are fields of it.
const { started_at, completed_at, ...counts } = Reverts.Body.properties as Record<
  "started_at" | "completed_at",
  TSchema
>;
export const RevertRecord: TObject = Type.Object({
  ...counts,
  status: oneOf(["none", "processing", "completed", "failed"] as const, {
    description: "`none`: it was not asked for.",
  }),
  progress_percent: Type.Integer({ minimum: 0, maximum: 100 }),
  started_at,
  completed_at,
});

export const LeftPage = metaPageOf(
  Type.Object({
    product_id: Uuid,
    name: Type.String(),
    reason: oneOf(LEFT_REASONS, {
      description:
        "`changed_since`: somebody has changed it after the import; `deleted_since`: it is deleted; `code_taken`: another product has the former EAN; `reference_gone`: the former brand, category or supplier is deleted.",
    }),
    fields: Type.Array(Type.String(), { description: "The fields that stay; empty: the whole product." }),
    ...expandable({ product: "product" }),
  }),
);
export const LeftQuery = PageQuery;
