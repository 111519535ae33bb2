/** The texts of a product that are translated. */
export const TRANSLATABLE_FIELDS = [
  "title",
  "short_description",
  "description",
  "seo_title",
  "seo_meta_description",
] as const;
export type TranslatableField = (typeof TRANSLATABLE_FIELDS)[number];

/** Those that may hold HTML. */
export const HTML_FIELDS: ReadonlySet<string> = new Set<TranslatableField>(["short_description", "description"]);
