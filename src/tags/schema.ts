import { type Static, Type } from "@sinclair/typebox";
import { nameOf, orNull, Slug, Time, Uuid } from "../http/fields.ts";
import { metaPageOf } from "../http/page.ts";

/** How many tags a product may have. */
export const TAGS_MAX = 50;
export const TAG_NAME_MAX = 100;

const Name = nameOf(TAG_NAME_MAX, "Unique, whatever its case and accents.");
const Color = Type.String({ pattern: "^#[0-9a-fA-F]{6}$", examples: ["#1f6feb"] });

export const TagBody = Type.Object(
  {
    id: Uuid,
    name: Type.String({ examples: ["Summer"] }),
    slug: Type.String({ examples: ["summer"] }),
    color: orNull(Type.String({ examples: ["#1f6feb"] })),
    product_count: Type.Integer({ minimum: 0, description: "Products that are not deleted." }),
    created_at: Time,
    updated_at: Time,
  },
  { description: "A tag." },
);
export const TagPage = metaPageOf(TagBody);

const FIELDS = { slug: Type.Optional(Slug), color: Type.Optional(orNull(Color)) };
export const TagCreate = Type.Object({ name: Name, ...FIELDS });
export const TagUpdate = Type.Object({ name: Type.Optional(Name), ...FIELDS });
export type TagFields = Static<typeof TagUpdate>;

export const TagParams = Type.Object({ tag_id: Type.String({ format: "uuid", description: "Id of the tag." }) });

const ids = (maxItems: number, description: string) => Type.Array(Uuid, { maxItems, description });

export const TagAssignment = Type.Object({
  product_ids: Type.Array(Uuid, { minItems: 1, maxItems: 1000 }),
  add: Type.Optional(ids(TAGS_MAX, "Tags that the products get.")),
  remove: Type.Optional(ids(1000, "Tags that are taken off them.")),
});
export const TagsAssigned = Type.Object({
  updated: Type.Integer({ description: "Products that were found." }),
  not_found: Type.Array(Uuid),
});

/** A tag as a product shows it. */
export const ProductTagBody = Type.Object({
  id: Uuid,
  name: Type.String(),
  slug: Type.String(),
  color: orNull(Type.String()),
});
export const ProductTagsBody = Type.Object({ product_id: Uuid, tags: Type.Array(ProductTagBody) });

export const ProductTagsInput = Type.Object({
  tag_ids: Type.Optional(ids(TAGS_MAX, "Tags that there are.")),
  names: Type.Optional(
    Type.Array(Name, { maxItems: TAGS_MAX, description: "Tags by name; those that there are not are made." }),
  ),
});
export type ProductTagsFields = Static<typeof ProductTagsInput>;

const ProductId = Type.String({ format: "uuid", description: "Id of the product." });
export const ProductTagsParams = Type.Object({ product_id: ProductId });
export const ProductTagParams = Type.Object({ product_id: ProductId, ...TagParams.properties });
