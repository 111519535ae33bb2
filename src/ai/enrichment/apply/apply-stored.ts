import { settleProposals } from "../../../../db/enrichment/proposals.ts";
import { enrichmentResults, listResults } from "../../../../db/enrichment/results.ts";
import { mutation } from "../../../../db/ports.ts";
import { ApiError, invalidParameter } from "../../../http/output/errors.ts";
import { requireVersion } from "../../../http/output/etag.ts";
import { findTarget, type Target } from "../facts/product-facts.ts";
import { storedValue } from "../run/store-run.ts";
import { APPLICABLE_FIELDS, type ApplicableField, type EnrichmentType } from "../types.ts";
import { applyValues, type TextsByLanguage } from "./apply-values.ts";
import { currentOf, digestOfValue, fieldsOf } from "./decide-values.ts";

interface Application {
  productId: string;
  entityId: string | null;
  /** Absent: all that were made. */
  fields: readonly string[] | undefined;
  /** Also over what was edited since the values were made. */
  overwrite: boolean;
  /** The versions of the product that it is meant for; `null`: any. */
  expected: string[] | null;
}

const isApplicable = (field: string): field is ApplicableField =>
  (APPLICABLE_FIELDS as readonly string[]).includes(field);

/** Throws EDITED_MEANWHILE for fields that were changed since their values were made. */
function refuseEdited(target: Target, values: Readonly<Record<string, unknown>>, base: Record<string, string>): void {
  const edited = Object.entries(base).filter(([field, digest]) => {
    // Names of attributes that exist keep their value in any case.
    if (field.startsWith("attributes.") || !(field in values)) return false;
    return (
      digest !== digestOfValue(currentOf(target, field)) &&
      digestOfValue(values[field]) !== digestOfValue(currentOf(target, field))
    );
  });
  if (edited.length > 0)
    throw new ApiError("EDITED_MEANWHILE", { details: { fields: edited.map(([field]) => field) } });
}

/**
 * Stores the last values that were made for these fields. A field for which nothing was made is skipped. Throws
 * PRODUCT_NOT_FOUND, NOT_FOUND, INVALID_PARAMETER for an unknown field, and NOTHING_TO_APPLY.
 */
export const applyStored = mutation(
  "enrichment.apply",
  async (tx, { productId, entityId, fields, overwrite, expected }: Application, context) => {
    const unknown = (fields ?? []).filter((field) => !isApplicable(field));
    if (unknown.length > 0) {
      const params = { allowed: APPLICABLE_FIELDS.join(", ") };
      throw invalidParameter([{ field: "fields", type: "invalid_value", key: "validation.one_of", params }]);
    }
    const target = await findTarget(tx, productId, entityId);
    requireVersion(expected, target.product.updatedAtUs);
    const results = await listResults(tx, target.product.id, target.entity?.id ?? null);
    const made: Record<string, unknown> = Object.assign({}, ...results.map((each) => storedValue(each).fields));
    const texts: TextsByLanguage = Object.assign({}, ...results.map((each) => storedValue(each).texts));
    if (Object.keys(made).length + Object.keys(texts).length === 0) throw new ApiError("NOTHING_TO_APPLY");
    const wanted = fields ?? Object.keys(made);
    const values = Object.fromEntries(wanted.filter((field) => field in made).map((field) => [field, made[field]]));
    if (!overwrite) refuseEdited(target, values, Object.assign({}, ...results.map((each) => storedValue(each).base)));
    await applyValues(tx, target, { values, ...(fields === undefined && { texts }) }, context);
    const place = {
      productId: target.product.id,
      entityId: entityId ?? "",
      configurationId: "",
      language: target.language,
    };
    const settled = results.flatMap((each) => fieldsOf({ type: each.type as EnrichmentType, ...storedValue(each) }));
    const isStored = (field: string) => (field.startsWith("attributes.") ? "attributes" : field) in values;
    const names = settled.map(([field]) => field).filter(isStored);
    await settleProposals(tx, place, names, context.now());
    const isWritten = (field: string) => field in values || (fields === undefined && field in texts);
    await enrichmentResults.saveAll(
      tx,
      results.map((each) => {
        const own = [...Object.keys(storedValue(each).fields), ...Object.keys(storedValue(each).texts)];
        return {
          ...each,
          appliedFields: own.filter((field) => each.appliedFields.includes(field) || isWritten(field)),
        };
      }),
    );
    return { applied: Object.keys(values), skipped: wanted.filter((field) => !(field in values)) };
  },
);
