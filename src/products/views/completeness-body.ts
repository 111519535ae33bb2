import type { ProductRow } from "../../../db/products/product-row.ts";
import { gradeOf } from "../../../db/products/shown.ts";
import type { ProductView } from "../../../db/products/view.ts";
import { languagesOf } from "../../settings/languages.ts";
import { hasText } from "../../text/plain-text.ts";
import { TEXT_NAMES } from "../fields/catalogue.ts";
import { CRITERIA, completenessScore, factsOf } from "../fields/completeness.ts";
import { masterContent } from "./resolve-content.ts";

const LANGUAGE_WEIGHT = 100 / TEXT_NAMES.length;

function languageScore(content: Record<string, unknown>) {
  const missing = TEXT_NAMES.filter((field) => {
    const value = content[field];
    return typeof value !== "string" || !hasText(value);
  });
  return { score: (TEXT_NAMES.length - missing.length) * LANGUAGE_WEIGHT, missing };
}

/** What a product has and lacks of a complete one, counted now; also the texts of each language it has. */
export function completenessBody(
  product: ProductRow,
  { languages, content }: Pick<ProductView, "languages" | "content">,
) {
  const facts = factsOf(product);
  const criteria = CRITERIA.map(({ field, weight, isFilled }) => ({ field, weight, filled: isFilled(product, facts) }));
  const score = completenessScore(product);
  const { pivot } = languagesOf(languages);
  const contents = [[pivot, masterContent(product)] as const, ...content];
  return {
    product_id: product.id,
    score,
    grade: gradeOf(score),
    criteria,
    missing: criteria.filter(({ filled }) => !filled).map(({ field }) => field),
    by_language: Object.fromEntries(contents.map(([language, content]) => [language, languageScore(content)])),
  };
}
