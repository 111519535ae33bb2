import { Type } from "@sinclair/typebox";
import { maybe } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { validateBody } from "../../http/input/validation.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { type Item, itemOf, withoutNulls } from "../../products/changes/set/items.ts";
import { eanOf } from "../../products/fields/ean.ts";
import { sentIn } from "../../products/fields/product-fields.ts";
import { BrandName, codeOf, SupplierCode } from "../machine-fields.ts";

/** The statuses that the external API knows. */
const EXT_STATUSES = ["active", "inactive", "archived"] as const;

/** What can be written of a product besides its EAN and name. A PUT clears the ones it does not name. */
const CLEARED = sentIn("ext");
const CLEARED_FIELDS = Object.keys(CLEARED);

const FIELDS = {
  ...CLEARED,
  brand_name: BrandName,
  supplier_code: SupplierCode,
  status: maybe(oneOf(EXT_STATUSES), "Takes precedence over `is_active`."),
  is_active: maybe(Type.Boolean(), "True sets the status to active."),
};

const name = (description: string) =>
  Type.String({ minLength: 1, maxLength: 500, pattern: "\\S", description, examples: ["Oak dining chair"] });
const code = (description: string) => codeOf(description, { examples: ["3012345678900"] });

/** What creates or updates a product by its EAN. */
export const ExtUpsert = Type.Object(
  {
    ean: code("EAN, UPC or GTIN of 8 to 14 digits that identifies the product. Spaces and hyphens are removed."),
    name: maybe(name("The title."), "Required for a product that there is not."),
    ...FIELDS,
  },
  { description: "Fields of a product. Absent or null fields keep their value." },
);

const OWN_CODE = maybe(code("The EAN of the path."), "If sent, the EAN of the path: it cannot be changed here.");

/** What replaces a product. */
export const ExtReplacement = Type.Object(
  { ean: OWN_CODE, name: name("The title."), ...FIELDS },
  { description: "The complete product: absent or null fields are cleared; status and `is_active` are kept." },
);

/** What changes a product. */
export const ExtPatch = Type.Object(
  { ean: OWN_CODE, name: maybe(name("The title."), "The title."), ...FIELDS },
  { description: "Fields of a product. Absent or null fields keep their value." },
);

/** The fields that an answer to a PATCH may repeat. */
export const PATCHED = { ...FIELDS, title: Type.Optional(Type.String()) };

let checkItem: ReturnType<typeof validateBody> | undefined;

/** Reads a checked body of a POST: null is "unchanged". */
export const upsertOf = (fields: Record<string, unknown>): Item => itemOf(withoutNulls(fields));

/** Reads an item of a batch. Throws VALIDATION_FAILED with all that is wrong with it. */
export function batchItemOf(item: unknown): Item {
  // Compiled at the first batch, as routes do it.
  checkItem ??= validateBody(ExtUpsert);
  // The schema is that of an object.
  return upsertOf(checkItem(item) as Record<string, unknown>);
}

/** Throws VALIDATION_FAILED for a body with another EAN than the path's. */
function refuseOtherEan(gtin14: string, ean: unknown): void {
  if (typeof ean !== "string" || eanOf(ean.trim())?.gtin14 === gtin14) return;
  throw invalidBody([{ field: "ean", type: "invalid_value" }]);
}

/** The values of a PATCH: null is "unchanged". */
export function patchOf(gtin14: string, { ean, ...fields }: Record<string, unknown>): Record<string, unknown> {
  refuseOtherEan(gtin14, ean);
  return itemOf(withoutNulls(fields)).values;
}

/** The values of a PUT: what is absent is cleared, the states stay. */
export function replacementOf(gtin14: string, { ean, ...fields }: Record<string, unknown>): Record<string, unknown> {
  refuseOtherEan(gtin14, ean);
  const cleared = Object.fromEntries(CLEARED_FIELDS.map((field) => [field, null]));
  return itemOf({ ...cleared, ...withoutNulls(fields) }).values;
}
