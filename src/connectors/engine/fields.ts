export const SOURCES = [
  "ean",
  "reference",
  "name",
  "description",
  "short_description",
  "price",
  "compare_at_price",
  "stock",
  "brand",
  "category",
  "type",
  "tags",
  "weight",
  "dimensions",
  "seo_title",
  "seo_description",
  "slug",
  "images",
  "variants",
  "attributes",
] as const;
/** A field of the catalog that platforms may have. */
export type Source = (typeof SOURCES)[number];

/** What a new product is given in any case: without it there would be none. */
const ALWAYS: ReadonlySet<Source> = new Set(["name", "reference"]);

/** Whether a connector sends this field of a product. */
export const isSent = (item: { sends?: ReadonlySet<Source>; externalId: string | null }, source: Source): boolean =>
  item.sends === undefined || item.sends.has(source) || (item.externalId === null && ALWAYS.has(source));

/** The members of a request, each by the field of the catalog that it is of: those of fields that are not sent are left out. */
export function sentFields(
  item: Parameters<typeof isSent>[0],
  fields: Partial<Record<Source, Record<string, unknown> | false | null>>,
): Record<string, unknown> {
  const entries = Object.entries(fields) as [Source, Record<string, unknown> | false | null][];
  return Object.assign({}, ...entries.map(([source, members]) => (members && isSent(item, source) ? members : {})));
}
