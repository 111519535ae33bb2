import { type Static, Type } from "@sinclair/typebox";
import { nameOf, orNull, Uuid } from "../../http/input/fields.ts";
import { TAG_NAME_MAX } from "./tag.ts";

/** How many tags a product may have. */
export const TAGS_MAX = 50;

const Name = nameOf(TAG_NAME_MAX, "Unique, ignoring case and accents.");
const ids = (maxItems: number, description: string) => Type.Array(Uuid, { maxItems, description });

export const TagAssignment = Type.Object({
  product_ids: Type.Array(Uuid, { minItems: 1, maxItems: 1000 }),
  add: Type.Optional(ids(TAGS_MAX, "Tags to add.")),
  remove: Type.Optional(ids(1000, "Tags to remove.")),
});
export const TagsAssigned = Type.Object({
  updated: Type.Integer({ description: "Number of products found." }),
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
  tag_ids: Type.Optional(ids(TAGS_MAX, "Ids of existing tags.")),
  names: Type.Optional(Type.Array(Name, { maxItems: TAGS_MAX, description: "Tag names; unknown ones are created." })),
});
export type ProductTagsFields = Static<typeof ProductTagsInput>;

const ProductId = Type.String({ format: "uuid", description: "Id of the product." });
export const ProductTagsParams = Type.Object({ product_id: ProductId });
export const ProductTagParams = Type.Object({
  product_id: ProductId,
  tag_id: Type.String({ format: "uuid", description: "Id of the tag." }),
});
