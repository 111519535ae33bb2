import { masterReviews } from "../../../../db/content-variants/master-reviews.ts";
import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { commit } from "../../../products/changes/commit/commit.ts";
import { resolveReferences } from "../../../products/changes/resolve-references.ts";
import { applyFields } from "../../../products/fields/apply-fields.ts";
import { isRecord } from "../../../text/unknown-values.ts";
import { noteMachineTexts } from "../../provider/machine-texts.ts";
import { storeTexts } from "../../translation/store-texts.ts";
import type { Target } from "../facts/product-facts.ts";

/** Values for a product's fields, by their API names. */
export type Values = Readonly<Record<string, unknown>>;
/** Texts by language. */
export type TextsByLanguage = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** New attributes beside those that are there: an existing name keeps its value. */
const withAttributes = (values: Values, texts: Values): Values => {
  const { attributes, ...others } = values;
  if (!isRecord(attributes)) return values;
  const known = isRecord(texts["attributes"]) ? texts["attributes"] : {};
  return { ...others, attributes: { ...attributes, ...known } };
};

/** What is noted as a machine's: each text, and each attribute that was not there before. */
function writtenOf({ attributes, ...others }: Values, texts: Values): Values {
  if (!isRecord(attributes)) return others;
  const known = isRecord(texts["attributes"]) ? texts["attributes"] : {};
  const added = Object.entries(attributes).filter(([name]) => !Object.hasOwn(known, name));
  return { ...others, ...Object.fromEntries(added.map(([name, value]) => [`attributes.${name}`, value])) };
}

/**
 * Stores values with their target: the product itself, or an entity's texts of it; and texts of other languages. What was
 * reviewed is no longer. One commit and one event; the fields are noted as a machine's.
 */
export async function applyValues(
  tx: Tx,
  target: Target,
  { values, texts = {} }: { values: Values; texts?: TextsByLanguage },
  context: MutationContext,
): Promise<void> {
  const merged = withAttributes(values, target.texts);
  const { product, entity, language, pivot } = target;
  const place = { productId: product.id, entityId: entity?.id ?? "", configurationId: "" };
  // An entity's own: the group's are left alone.
  if (entity) return storeTexts(tx, { ...place, language }, merged, context, { leavesSame: true });
  const { title, ...rest } = merged;
  const wanted = title === undefined ? rest : { ...rest, name: title };
  const { row, changed } = applyFields(product, await resolveReferences(tx, { ...wanted }));
  const hasTexts = Object.keys(texts).length > 0;
  if (changed.length > 0 || hasTexts) {
    const named = hasTexts ? [...changed, "content_variants"] : undefined;
    await commit(tx, [{ before: product, row, changed, texts, ...(named && { named }) }], context);
  }
  const review = await masterReviews.find(tx, { productId: product.id });
  if (review && review.reviewedHash !== null)
    await masterReviews.put(tx, { productId: product.id, reviewedHash: null });
  await noteMachineTexts(tx, { ...place, language: pivot }, writtenOf(values, target.texts));
  for (const [other, each] of Object.entries(texts)) await noteMachineTexts(tx, { ...place, language: other }, each);
}
