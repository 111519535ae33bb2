import { findVariantsByIds } from "../../../db/variants/variants.ts";
import type { Expansion } from "../../http/input/expand.ts";
import { VIEW } from "../policies.ts";
import { Variants } from "./variant-body.ts";

/** Gives variants to answers that name them by id. */
export const variantsById: Expansion = {
  rights: VIEW,
  find: async (db, ids) =>
    new Map((await findVariantsByIds(db, ids)).map((variant) => [variant.id, Variants.of(variant)])),
};
