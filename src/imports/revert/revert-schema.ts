import { Type } from "@sinclair/typebox";
import { Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { metaPageOf, PageQuery } from "../../http/input/page.ts";
import { LEFT_REASONS } from "./plan-part.ts";

const Count = (description?: string) => Type.Integer({ minimum: 0, ...(description !== undefined && { description }) });
const Time = Type.String({ format: "date-time" });

export const RevertQuery = Type.Object({
  preview: Type.Optional(
    Type.Boolean({ description: "Only work out what would be done. Default false.", default: false }),
  ),
});

export const RevertRecord = Type.Object({
  import_id: Uuid,
  status: oneOf(["none", "processing", "completed", "failed"] as const, {
    description: "`none`: it was not asked for.",
  }),
  is_preview: Type.Boolean({ description: "Nothing is changed: the numbers say what would be." }),
  products_total: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: "Products that the import created or changed; null until they are counted.",
  }),
  products_processed: Count(),
  products_deleted: Count("Created by the import and unchanged since."),
  products_restored: Count("Fields have their former values again."),
  products_left: Count("Entries of the list of what stays as it is."),
  progress_percent: Type.Integer({ minimum: 0, maximum: 100 }),
  started_at: Type.Union([Time, Type.Null()]),
  completed_at: Type.Union([Time, Type.Null()]),
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
  }),
);
export const LeftQuery = PageQuery;
