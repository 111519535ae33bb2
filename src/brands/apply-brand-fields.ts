import { type Brand, findBrandByKey } from "../../db/brands/brands.ts";
import type { Reader } from "../../db/ports.ts";
import { invalidBody } from "../http/errors.ts";
import { duplicate, given, trimmed } from "../http/fields.ts";
import { nameKey } from "../text/name-key.ts";
import { slugOf } from "../text/slug.ts";
import type { BrandFields } from "./schema.ts";

/** The brand with these fields; a new one gets its slug from its name. */
export function applyBrandFields(brand: Brand, fields: BrandFields): Brand {
  const name = given(fields.name?.trim(), brand.name);
  return {
    ...brand,
    name,
    nameKey: nameKey(name),
    slug: fields.slug ?? (brand.slug || slugOf(name)),
    description: trimmed(given(fields.description, brand.description)),
    logoUrl: given(fields.logo_url, brand.logoUrl),
    website: given(fields.website, brand.website),
    isActive: given(fields.is_active, brand.isActive),
    externalId: trimmed(given(fields.external_id, brand.externalId)),
  };
}

/** Throws VALIDATION_FAILED for a name without a letter, and DUPLICATE_RESOURCE for one that another brand has. */
export async function requireFreeName(db: Reader, { id, nameKey: key }: Brand): Promise<void> {
  if (key === "") throw invalidBody([{ field: "name", type: "invalid_value" }]);
  const other = await findBrandByKey(db, key);
  if (other && other.id !== id) throw duplicate("name", other.id);
}
