import { Type } from "@sinclair/typebox";
import { listTagged } from "../../../db/tags/product-tags.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import { nameField, optionalText, slugField } from "../../kit/resource/fields.ts";
import { BY_NAME, withSlug } from "../../kit/resource/named.ts";
import { record } from "../../kit/resource/record.ts";
import { TOUCHED_MAX, touchOwned } from "../../products/changes/commit/touch-owned.ts";
import { touchProducts } from "../../products/changes/commit/touch-products.ts";

export const TAG_NAME_MAX = 100;

const Color = Type.String({ pattern: "^#[0-9a-fA-F]{6}$", examples: ["#1f6feb"] });

/** A word that products are marked with. */
export const Tag = record({
  table: "tag",
  noun: "tag",
  fields: {
    name: nameField(TAG_NAME_MAX, "Unique, ignoring case and accents.", { example: "Summer" }),
    slug: slugField({ example: "summer" }),
    color: optionalText(Color, {
      shown: Type.String({ examples: ["#1f6feb"] }),
      normalize: (color) => color?.toLowerCase() ?? null,
    }),
  },
  ...BY_NAME,
  counts: "Number of products that are not deleted.",
});

/** The products of a changed tag get a new `updated_at`; a deleted one is taken off them, 500 at a time. */
export const tagChanges = changesOf("tags", Tag, {
  unique: { field: "name", column: "name_key" },
  complete: (_, tag) => withSlug(tag),
  changed: (tx, { after }, context) => touchOwned(tx, "tag", [after.id], context),
  empty: async (tx, { id }, _, context) => {
    const links = await listTagged(tx, id, TOUCHED_MAX);
    const tags = { before: [id], after: [] };
    const touches = links.map(({ productId }) => ({ productId, updatedFields: [], tags }));
    await touchProducts(tx, touches, context, { isSilent: true });
    return links.length < TOUCHED_MAX;
  },
  audit: {
    deleted: "tag.deleted",
    details: ({ name, product_count: products }) => ({ name, products }),
  },
});
