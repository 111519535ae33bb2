import { markApplied } from "../../../db/ai/calls.ts";
import { insertHistory, listResults, putResults, type StoredResult } from "../../../db/enrichment/results.ts";
import { releaseProduct } from "../../../db/enrichment/runs.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { ApiError, invalidParameter } from "../../http/output/errors.ts";
import { applyValues, type TextsByLanguage } from "./apply-values.ts";
import { findTarget, type Target } from "./product-facts.ts";
import { APPLICABLE_FIELDS, type ApplicableField, type EnrichmentType, type Generated } from "./types.ts";

/** What a run has made for a product. */
export interface FinishedRun {
  productId: string;
  entityId: string | null;
  /** Who has the product; `null`: it was not necessary. */
  runId: string | null;
  generated: readonly Generated[];
  autoApply: boolean;
  /** Also where somebody has reviewed the texts. */
  overwriteReviewed: boolean;
}

/** The fields that were stored, of which type each. */
const fieldsOf = (generated: readonly Generated[]) =>
  Object.assign({}, ...generated.map(({ fields }) => fields)) as Generated["fields"];

const textsOf = (generated: readonly Generated[]): TextsByLanguage =>
  Object.assign({}, ...generated.map(({ texts }) => texts ?? {}));

/** What the target had before of a type, in the form in which values are shown; `undefined`: nothing. */
function previousOf({ texts, product }: Target, type: EnrichmentType, last: StoredResult | undefined): unknown {
  if (type === "descriptions") return texts["description"] || undefined;
  if (type === "seo") {
    const { seo_title: title = null, seo_meta_description: meta = null } = texts;
    return title === null && meta === null ? undefined : { title, meta_description: meta };
  }
  if (last) return last.value;
  if (type === "attributes") return texts["attributes"] ?? undefined;
  return type === "categorize" && product.categoryId !== null ? { category_id: product.categoryId } : undefined;
}

/** The fields of a result that are shown as applied. */
const namesOf = ({ fields, texts }: Generated): string[] => [...Object.keys(fields), ...Object.keys(texts ?? {})];

/**
 * Stores what a run has made: the last values, the history, and with `autoApply` the product's texts, in one transaction.
 * Answers whether it was applied. Throws PRODUCT_NOT_FOUND and NOT_FOUND.
 */
export const storeRun = mutation(
  "enrichment.store",
  (tx, run: FinishedRun, context): Promise<{ applied: boolean; appliedFields: string[] }> =>
    storeFinished(tx, run, context),
);

/** The same inside another mutation. */
export async function storeFinished(tx: Tx, run: FinishedRun, context: MutationContext) {
  const { productId, entityId, runId, generated, autoApply, overwriteReviewed } = run;
  if (runId !== null) await releaseProduct(tx, { productId, id: runId });
  const target = await findTarget(tx, productId, entityId);
  const applied = autoApply && generated.length > 0 && (overwriteReviewed || !target.isReviewed);
  const nowMs = context.now();
  const last = new Map((await listResults(tx, productId, entityId)).map((each) => [each.type, each]));
  const about = { productId, entityId };
  await putResults(
    tx,
    generated.map((each) => ({
      ...about,
      type: each.type,
      value: { value: each.value, fields: each.fields, texts: each.texts ?? {} },
      metadata: each.metadata,
      appliedFields: applied ? namesOf(each) : [],
      generatedAtMs: nowMs,
    })),
  );
  await insertHistory(
    tx,
    generated.map((each) => {
      const before = last.get(each.type);
      const stored = before && { ...before, value: (before.value as { value: unknown }).value };
      return {
        ...about,
        id: context.newId(),
        type: each.type,
        previousValue: previousOf(target, each.type, stored),
        newValue: each.value,
        provider: each.metadata.provider,
        model: each.metadata.model,
        promptSlug: each.metadata.prompt_slug,
        isApplied: applied,
        costMicros: each.costMicros,
        createdAtMs: nowMs,
      };
    }),
  );
  if (applied) await applyValues(tx, target, { values: fieldsOf(generated), texts: textsOf(generated) }, context);
  await markApplied(
    tx,
    generated.flatMap(({ callIds }) => callIds),
  );
  return { applied, appliedFields: applied ? generated.flatMap(namesOf) : [] };
}

/** A stored value with what it is meant for, as `storeFinished` keeps it. */
export interface StoredValue {
  value: unknown;
  fields: Generated["fields"];
  texts: TextsByLanguage;
}
export const storedValue = ({ value }: StoredResult): StoredValue => value as StoredValue;

interface Application {
  productId: string;
  entityId: string | null;
  /** Absent: all that were made. */
  fields: readonly string[] | undefined;
}

const isApplicable = (field: string): field is ApplicableField =>
  (APPLICABLE_FIELDS as readonly string[]).includes(field);

/**
 * Stores the last values that were made for these fields. A field for which nothing was made is skipped. Throws
 * PRODUCT_NOT_FOUND, NOT_FOUND, INVALID_PARAMETER for an unknown field, and NOTHING_TO_APPLY.
 */
export const applyStored = mutation(
  "enrichment.apply",
  async (tx, { productId, entityId, fields }: Application, context) => {
    const unknown = (fields ?? []).filter((field) => !isApplicable(field));
    if (unknown.length > 0) {
      const params = { allowed: APPLICABLE_FIELDS.join(", ") };
      throw invalidParameter([{ field: "fields", type: "invalid_value", key: "validation.one_of", params }]);
    }
    const target = await findTarget(tx, productId, entityId);
    const results = await listResults(tx, target.product.id, target.entity?.id ?? null);
    const made: Record<string, unknown> = Object.assign({}, ...results.map((each) => storedValue(each).fields));
    const texts: TextsByLanguage = Object.assign({}, ...results.map((each) => storedValue(each).texts));
    if (Object.keys(made).length + Object.keys(texts).length === 0) throw new ApiError("NOTHING_TO_APPLY");
    const wanted = fields ?? Object.keys(made);
    const values = Object.fromEntries(wanted.filter((field) => field in made).map((field) => [field, made[field]]));
    await applyValues(tx, target, { values, ...(fields === undefined && { texts }) }, context);
    const isWritten = (field: string) => field in values || (fields === undefined && field in texts);
    await putResults(
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
