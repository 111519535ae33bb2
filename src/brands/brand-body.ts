import type { Static } from "@sinclair/typebox";
import type { CountedBrand } from "../../db/brands/brands.ts";
import { isoOfMs } from "../text/instant.ts";
import type { BrandBody } from "./schema.ts";

/** A brand as the API shows it. */
export const brandBody = (brand: CountedBrand): Static<typeof BrandBody> => ({
  id: brand.id,
  name: brand.name,
  slug: brand.slug,
  description: brand.description,
  logo_url: brand.logoUrl,
  website: brand.website,
  is_active: brand.isActive,
  external_id: brand.externalId,
  product_count: brand.productCount,
  created_at: isoOfMs(brand.createdAtMs),
  updated_at: isoOfMs(brand.updatedAtMs),
});
