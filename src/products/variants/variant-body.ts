import type { Option } from "../../../db/variants/options.ts";
import type { Variant } from "../../../db/variants/variants.ts";
import { priceOf } from "../../kit/cents.ts";
import { isoOfMs, isoOfUs } from "../../text/instant.ts";

/** A variant as the API shows it. */
export const variantBody = (variant: Variant) => ({
  id: variant.id,
  product_id: variant.productId,
  sku: variant.sku,
  ean: variant.ean,
  option_values: variant.optionValues,
  price: priceOf(variant.priceCents),
  compare_at_price: priceOf(variant.compareAtPriceCents),
  cost_price: priceOf(variant.costPriceCents),
  stock: variant.stock,
  weight_kg: variant.weightKg,
  image_url: variant.imageUrl,
  is_active: variant.isActive,
  position: variant.position,
  created_at: isoOfMs(variant.createdAtMs),
  updated_at: isoOfUs(variant.updatedAtUs),
});

/** An option as the API shows it. */
export const optionBody = (option: Option) => ({
  id: option.id,
  product_id: option.productId,
  name: option.name,
  values: option.values,
  position: option.position,
  created_at: isoOfMs(option.createdAtMs),
});
