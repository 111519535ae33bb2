import { Type } from "@sinclair/typebox";
import type { Option } from "../../../db/variants/options.ts";
import { findVariantsByIds, type Variant } from "../../../db/variants/variants.ts";
import type { Expansion } from "../../http/input/expand.ts";
import { orNull, Ticks, Time, Uuid } from "../../http/input/fields.ts";
import { priceOf } from "../../kit/cents.ts";
import { view } from "../../kit/view.ts";
import { isoOfMs, isoOfUs } from "../../text/instant.ts";
import { VIEW } from "../policies.ts";

/** A variant as the API shows it. */
export const Variants = view<Variant>()({
  id: [Uuid, "id"],
  product_id: [Uuid, "productId"],
  sku: [Type.String(), "sku"],
  ean: [orNull(Type.String(), "As first written, without spaces and hyphens."), "ean"],
  option_values: [Type.Record(Type.String(), Type.String()), "optionValues"],
  price: [orNull(Type.Number(), "Null: the price of the product."), ({ priceCents }) => priceOf(priceCents)],
  compare_at_price: [
    orNull(Type.Number(), "Previous price, shown crossed out."),
    ({ compareAtPriceCents }) => priceOf(compareAtPriceCents),
  ],
  cost_price: [
    orNull(Type.Number(), "Null: the price of the product."),
    ({ costPriceCents }) => priceOf(costPriceCents),
  ],
  stock: [Type.Integer(), "stock"],
  weight_kg: [orNull(Type.Number(), "Kilograms."), "weightKg"],
  image_url: [orNull(Type.String(), "Null if it has none."), "imageUrl"],
  is_active: [Type.Boolean(), "isActive"],
  position: [Type.Integer(), "position"],
  created_at: [Time, ({ createdAtMs }) => isoOfMs(createdAtMs)],
  updated_at: [Ticks, ({ updatedAtUs }) => isoOfUs(updatedAtUs)],
});

/** An option as the API shows it. */
export const Options = view<Option>()(
  {
    id: [Uuid, "id"],
    product_id: [Uuid, "productId"],
    name: [Type.String(), "name"],
    values: [Type.Array(Type.String()), "values"],
    position: [Type.Integer(), "position"],
    created_at: [Time, ({ createdAtMs }) => isoOfMs(createdAtMs)],
  },
  { title: "ProductOption" },
);

/** Gives variants to answers that name them by id. */
export const variantsById: Expansion = {
  rights: VIEW,
  find: async (db, ids) =>
    new Map((await findVariantsByIds(db, ids)).map((variant) => [variant.id, Variants.of(variant)])),
};
