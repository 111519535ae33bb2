import type { Reader } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import type { ProductRow } from "../../../db/products/product-row.ts";
import { listMachineDigests, listVariantTexts } from "../../../db/translation/variants.ts";
import { masterContent } from "../../products/views/resolve-content.ts";
import { textDigest } from "../provider/machine-texts.ts";
import type { TranslatableField } from "./fields.ts";
import type { TranslationRequest } from "./request.ts";

/** A product in a language, and what of it is to be translated. */
export interface PlannedVariant {
  product: ProductRow;
  language: string;
  /** The texts of the pivot language, by field; none: there is nothing to do. */
  texts: Partial<Record<TranslatableField, string>>;
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";
const keyOf = (productId: string, language: string) => `${productId} ${language}`;

/**
 * What of some products is to be translated: empty fields, with `overwrite` also those that a machine wrote last; nothing of
 * what somebody has reviewed or written. A fixed number of statements. Source: decision S34.13.
 */
export async function planVariants(
  db: Reader,
  request: TranslationRequest,
  productIds: readonly string[],
): Promise<PlannedVariant[]> {
  const { languages, entityId, configurationId, fields, overwrite, pivot } = request;
  const scope = { productIds, entityId, configurationId };
  const products = (await findRowsByIds(db, productIds)).filter(({ deletedAtMs }) => deletedAtMs === null);
  const own = entityId === "" ? [] : await listVariantTexts(db, { ...scope, languages: [pivot] });
  const ownTexts = new Map(own.map((each) => [each.productId, each.content]));
  const known = await listVariantTexts(db, { ...scope, languages });
  const byKey = new Map(known.map((each) => [keyOf(each.productId, each.language), each]));
  const digests = overwrite ? await listMachineDigests(db, { ...scope, languages }) : [];
  const machine = new Map(
    digests.map((each) => [`${keyOf(each.productId, each.language)} ${each.field}`, each.textHash]),
  );
  return products.flatMap((product) => {
    const pivotTexts = { ...masterContent(product), ...ownTexts.get(product.id) };
    return languages.map((language): PlannedVariant => {
      const key = keyOf(product.id, language);
      const { content = {}, isReviewed = false } = byKey.get(key) ?? {};
      const mayWrite = (field: string) =>
        isEmpty(content[field]) || (overwrite && machine.get(`${key} ${field}`) === textDigest(content[field]));
      const wanted = fields.filter((field) => !isReviewed && !isEmpty(pivotTexts[field]) && mayWrite(field));
      const texts = Object.fromEntries(wanted.map((field) => [field, String(pivotTexts[field])]));
      return { product, language, texts };
    });
  });
}
