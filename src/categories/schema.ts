import { type Static, Type } from "@sinclair/typebox";
import { orNull, Slug, Time, Uuid } from "../http/fields.ts";
import { NamedListQuery } from "../http/named-list.ts";
import { metaPageOf } from "../http/page.ts";
import { ProductListParameters } from "../products/schema.ts";

const Name = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: "^[^>]*[^>\\s][^>]*$",
  description:
    'Unique among its siblings, whatever its case and accents; without ">", which parts the names of a path.',
});
const Description = Type.String({ maxLength: 100_000, description: "HTML allowed." });
const ParentId = orNull(Uuid, "The category above it; null: none.");
const SortOrder = Type.Integer({ minimum: -1_000_000, maximum: 1_000_000, description: "Place among its siblings." });

const FIELDS_READ = {
  id: Uuid,
  name: Type.String({ examples: ["Chairs"] }),
  slug: Type.String({ examples: ["chairs"], description: "Unique among its siblings." }),
  description: orNull(Type.String()),
  parent_id: orNull(Uuid, "Null at the root."),
  level: Type.Integer({ minimum: 0, description: "0 at the root." }),
  path: Type.String({ examples: ["Home > Chairs"], description: "Names from the root down." }),
  sort_order: Type.Integer(),
  is_active: Type.Boolean(),
  product_count: Type.Integer({ minimum: 0, description: "Products right in it that are not deleted." }),
  created_at: Time,
  updated_at: Time,
};
export const CategoryBody = Type.Object(FIELDS_READ, { description: "A category." });
export const CategoryPage = metaPageOf(CategoryBody);

type Node = Static<typeof CategoryBody> & { children: Node[] };
export const CategoryTree = Type.Unsafe<Node[]>(
  Type.Array(
    Type.Object({
      ...FIELDS_READ,
      children: Type.Array(Type.Object({ id: Uuid }, { additionalProperties: true }), {
        description: "What lies right below it, of the same shape.",
      }),
    }),
  ),
);
export type CategoryNode = Node;

const FIELDS = {
  slug: Type.Optional(Slug),
  description: Type.Optional(orNull(Description)),
  parent_id: Type.Optional(ParentId),
  sort_order: Type.Optional(SortOrder),
  is_active: Type.Optional(Type.Boolean()),
};
export const CategoryCreate = Type.Object({ name: Name, ...FIELDS });
export const CategoryUpdate = Type.Object({ name: Type.Optional(Name), ...FIELDS });
export type CategoryFields = Static<typeof CategoryUpdate>;

export const CategoryParams = Type.Object({
  category_id: Type.String({ format: "uuid", description: "Id of the category." }),
});

export const CategoryListQuery = Type.Object({
  ...NamedListQuery.properties,
  parent_id: Type.Optional(Type.String({ format: "uuid", description: "Only what lies below this category." })),
  flat: Type.Optional(
    Type.Boolean({
      description: "All levels, or only the first. Default true without `parent_id`, and false with it.",
    }),
  ),
});

export const CategoryDeletion = Type.Object({
  reassign_to: Type.Optional(
    Type.String({
      pattern: "^(parent|[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})$",
      description: "The category that gets its products and what lies below it, or `parent` for the one above it.",
    }),
  ),
  force: Type.Optional(
    Type.Boolean({
      description: "Leave its products without a category, and move what lies below it up. Default false.",
    }),
  ),
});

export const CategoryProductsQuery = Type.Object({
  ...ProductListParameters.properties,
  include_descendants: Type.Optional(
    Type.Boolean({ description: "Also the products of the categories below it. Default true." }),
  ),
});
