import { type CountedBrand, findBrand, updateBrand as storeBrand } from "../../db/brands/brands.ts";
import { mutation } from "../../db/ports.ts";
import { required } from "../http/errors.ts";
import { requireVersion } from "../http/etag.ts";
import { touchOwned } from "../products/touch-owned.ts";
import { applyBrandFields, requireFreeName } from "./apply-brand-fields.ts";
import type { BrandFields } from "./schema.ts";

interface BrandChange {
  id: string;
  fields: BrandFields;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
}

/**
 * Changes a brand; with nothing new nothing is written. Its products notice another name. Throws NOT_FOUND,
 * PRECONDITION_FAILED, VALIDATION_FAILED and DUPLICATE_RESOURCE.
 */
export const updateBrand = mutation(
  "brands.update",
  async (tx, { id, fields, expected }: BrandChange, context): Promise<CountedBrand> => {
    const { productCount, ...before } = required(await findBrand(tx, id), "brand", id);
    requireVersion(expected, before.version);
    const brand = applyBrandFields(before, fields);
    if (JSON.stringify(brand) === JSON.stringify(before)) return { ...before, productCount };
    await requireFreeName(tx, brand);
    const changed = { ...brand, updatedAtMs: context.now(), version: before.version + 1 };
    await storeBrand(tx, changed);
    if (brand.name !== before.name) await touchOwned(tx, "brand", [id], context);
    return { ...changed, productCount };
  },
);
