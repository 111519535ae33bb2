import { Type } from "@sinclair/typebox";
import { Uuid } from "../../http/input/fields.ts";
import { Brand } from "./brand.ts";

export const BrandDeletionQuery = Type.Object({
  reassign_to: Type.Optional(Type.String({ format: "uuid", description: "Brand to move its products to." })),
  force: Type.Optional(Type.Boolean({ description: "Leave its products without a brand. Default false." })),
});

export const BrandMerge = Type.Object({
  source_ids: Type.Array(Uuid, {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description: "Brands to merge into this one; they are deleted.",
  }),
});
export const BrandMerged = Type.Object({
  brand: Brand.Body,
  moved: Type.Integer({ description: "Number of products moved." }),
  merged: Type.Integer({ description: "Number of brands merged." }),
});

export const ErpImport = Type.Object({ id: Uuid, status: Type.Literal("processing") });
