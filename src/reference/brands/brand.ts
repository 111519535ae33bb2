import { Type } from "@sinclair/typebox";
import { invalidParameter } from "../../http/output/errors.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import { rowsById } from "../../kit/resource/expansion.ts";
import {
  flagField,
  htmlField,
  nameField,
  optionalText,
  slugField,
  webAddressField,
} from "../../kit/resource/fields.ts";
import { BY_NAME, withSlug } from "../../kit/resource/named.ts";
import { record } from "../../kit/resource/record.ts";
import { touchOwned } from "../../products/changes/commit/touch-owned.ts";
import { inUse } from "../../products/changes/in-use.ts";
import { reassignProducts } from "../../products/changes/reassign-products.ts";
import { VIEW } from "../../products/policies.ts";

/** Who makes products. */
export const Brand = record({
  table: "brand",
  noun: "brand",
  fields: {
    name: nameField(255, "Unique, ignoring case and accents.", { example: "Opinel" }),
    slug: slugField({ example: "opinel" }),
    description: htmlField(),
    logo_url: webAddressField(),
    website: webAddressField(),
    is_active: flagField(true),
    external_id: optionalText(Type.String({ maxLength: 255, description: "Your own id for the product." })),
  },
  ...BY_NAME,
  counts: "Number of products that are not deleted.",
});

/** What becomes of the products of a brand that is deleted. */
export interface BrandDeletion {
  /** The brand that they get; `null`: none. */
  reassignTo: string | null;
  /** Leaves them without a brand. */
  force: boolean;
}

/** The products of a renamed brand get a new `updated_at`; those of a deleted one another brand or none, 500 at a time. */
export const brandChanges = changesOf("brands", Brand, {
  unique: { field: "name", column: "name_key" },
  complete: (_, brand) => withSlug(brand),
  changed: async (tx, { after, fields }, context) => {
    if (fields.includes("name")) await touchOwned(tx, "brand", [after.id], context);
  },
  empty: async (tx, { id, product_count }, { reassignTo, force }: BrandDeletion, context) => {
    if (reassignTo === id) {
      throw invalidParameter([{ field: "reassign_to", type: "invalid_value", key: "reference.itself" }]);
    }
    if (reassignTo !== null) await Brand.require(tx, reassignTo);
    else if (!force && product_count > 0) throw inUse("reference.reassign", { product_count });
    return !(await reassignProducts(tx, "brand", { from: id, to: reassignTo }, context)).more;
  },
  audit: {
    deleted: "brand.deleted",
    details: ({ name, product_count: products }, how) => ({ name, products, reassigned_to: how?.reassignTo ?? null }),
  },
});

/** For answers that name brands. */
export const brandsById = rowsById(Brand, VIEW);
