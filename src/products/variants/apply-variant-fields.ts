import type { Variant } from "../../../db/variants/variants.ts";
import { centsOf } from "../../kit/cents.ts";
import { nameKey } from "../../text/name-key.ts";
import { eanOf } from "../fields/ean.ts";
import type { VariantFields } from "./schema.ts";

/** A variant before its first fields. */
export const newVariant = (row: Pick<Variant, "id" | "productId" | "position" | "createdAtMs">): Variant => ({
  ...row,
  sku: "",
  skuKey: "",
  ean: null,
  gtin14: null,
  optionValues: {},
  priceCents: null,
  compareAtPriceCents: null,
  costPriceCents: null,
  stock: 0,
  weightKg: null,
  imageUrl: null,
  isActive: true,
  updatedAtUs: 0,
});

const cents = (price: number | null) => (price === null ? null : centsOf(price));

/** Another way to write the code that the variant has changes nothing. */
function codeOf({ ean, gtin14 }: Variant, written: string | null): Pick<Variant, "ean" | "gtin14"> {
  const code = written === null ? undefined : eanOf(written.trim());
  if (!code) return { ean: null, gtin14: null };
  return code.gtin14 === gtin14 ? { ean, gtin14 } : { ean: code.ean, gtin14: code.gtin14 };
}

type Part = Partial<Variant>;
type Setters = { [K in keyof VariantFields]-?: (value: Exclude<VariantFields[K], undefined>, before: Variant) => Part };

/** What each field of a request says of the variant. Option values are left to the rules of the product's options. */
const SETTERS: Setters = {
  sku: (sku) => ({ sku: sku.trim(), skuKey: nameKey(sku) }),
  ean: (ean, before) => codeOf(before, ean),
  option_values: () => ({}),
  price: (price) => ({ priceCents: cents(price) }),
  compare_at_price: (price) => ({ compareAtPriceCents: cents(price) }),
  cost_price: (price) => ({ costPriceCents: cents(price) }),
  stock: (stock) => ({ stock: stock ?? 0 }),
  weight_kg: (weightKg) => ({ weightKg }),
  image_url: (url) => ({ imageUrl: url === "" ? null : url }),
  is_active: (isActive) => ({ isActive }),
  position: (position) => (position === null ? {} : { position }),
};

/** Puts the fields of a request, which were checked, into a copy of a variant: null clears, an absent one stays. */
export function applyVariantFields(before: Variant, fields: VariantFields): Variant {
  // The value and its setter go by the same name, which the compiler cannot see.
  const parts = Object.entries(SETTERS).map(([name, set]: [string, (value: never, before: Variant) => Part]) => {
    const value = fields[name as keyof VariantFields];
    return value === undefined ? {} : set(value as never, before);
  });
  return Object.assign({}, before, ...parts);
}
