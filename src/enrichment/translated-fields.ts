/** The texts of a product that are translated. */
export const TRANSLATABLE_FIELDS = [
  "title",
  "short_description",
  "description",
  "seo_title",
  "seo_meta_description",
] as const;
