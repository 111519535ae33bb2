import { type CountedBrand, insertBrand } from "../../db/brands/brands.ts";
import { mutation } from "../../db/ports.ts";
import { applyBrandFields, requireFreeName } from "./apply-brand-fields.ts";
import type { BrandFields } from "./schema.ts";

/** Creates a brand. Throws VALIDATION_FAILED and DUPLICATE_RESOURCE for its name. */
export const createBrand = mutation(
  "brands.create",
  async (tx, { fields }: { fields: BrandFields }, { now, newId }): Promise<CountedBrand> => {
    const nowMs = now();
    const blank = {
      id: newId(),
      name: "",
      nameKey: "",
      slug: "",
      description: null,
      logoUrl: null,
      website: null,
      isActive: true,
      externalId: null,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      version: 1,
    };
    const brand = applyBrandFields(blank, fields);
    await requireFreeName(tx, brand);
    await insertBrand(tx, brand);
    return { ...brand, productCount: 0 };
  },
);
