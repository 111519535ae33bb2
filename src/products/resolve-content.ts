import type { ProductView } from "../../db/products/view.ts";

/** Fields whose text depends on the language. */
export const CONTENT_FIELDS = [
  "title",
  "short_description",
  "description",
  "marketing_description",
  "seo_title",
  "seo_meta_description",
  "url_slug",
  "promotional_text",
  "seo_keywords",
  "bullet_points",
  "key_features",
  "attributes",
] as const;
type ContentField = (typeof CONTENT_FIELDS)[number];

/** Where a text was found. Only the whole group has texts so far; entities and configurations would be nearer. */
interface Source {
  language: string;
  layer: "group";
}

export interface ResolvedContent {
  texts: Partial<Record<ContentField, unknown>>;
  sources: Partial<Record<ContentField, Source>>;
  /** The language of the title. */
  language: string;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);

/** The texts of the product itself, by API name. */
export const masterContent = ({
  title,
  shortDescription,
  description,
  extra,
}: ProductView): Record<string, unknown> => ({
  ...extra,
  title,
  short_description: shortDescription,
  description,
});

/** Finds each text in the first of these languages that has it, and in the pivot at last. */
export function resolveContent(product: ProductView, languages: readonly string[], pivot: string): ResolvedContent {
  const master = masterContent(product);
  const chain = [...new Set([...languages, pivot])];
  const contentIn = (language: string) => (language === pivot ? master : product.content.get(language));
  const texts: ResolvedContent["texts"] = {};
  const sources: ResolvedContent["sources"] = {};
  for (const field of CONTENT_FIELDS) {
    const language = chain.find((each) => !isEmpty(contentIn(each)?.[field]));
    texts[field] = language === undefined ? null : contentIn(language)?.[field];
    if (language !== undefined) sources[field] = { language, layer: "group" };
  }
  return { texts, sources, language: sources.title?.language ?? pivot };
}
