import { Type } from "@sinclair/typebox";
import { Uuid } from "../../http/input/fields.ts";
import { metaPageOf } from "../../http/input/page.ts";
import { listQuery, NAMED_LIST } from "../../kit/resource/list.ts";
import { ProductListParameters } from "../../products/schema.ts";
import { Category } from "./category.ts";

export const CategoryPage = metaPageOf(Category.Body);
export const CategoryTree = Type.Array(
  Type.Object(
    {
      ...Category.Body.properties,
      children: Type.Array(Type.Object({ id: Uuid }, { additionalProperties: true, "x-model": "CategoryNode" }), {
        description: "Direct subcategories, in the same format.",
      }),
    },
    { title: "CategoryNode" },
  ),
);

export const CategoryListQuery = Type.Object({
  ...listQuery(NAMED_LIST).properties,
  parent_id: Type.Optional(Type.String({ format: "uuid", description: "Only subcategories of this category." })),
  flat: Type.Optional(
    Type.Boolean({
      description: "All levels or only the first. Default true without `parent_id`, false with it.",
    }),
  ),
});

export const CategoryDeletionQuery = Type.Object({
  reassign_to: Type.Optional(
    Type.String({
      pattern: "^(parent|[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})$",
      description: "Category to move its products and subcategories to, or `parent`.",
    }),
  ),
  force: Type.Optional(
    Type.Boolean({
      description: "Leave its products without a category and move subcategories up. Default false.",
    }),
  ),
});

export const CategoryProductsQuery = Type.Object({
  ...ProductListParameters.properties,
  include_descendants: Type.Optional(Type.Boolean({ description: "Include products of subcategories. Default true." })),
});
