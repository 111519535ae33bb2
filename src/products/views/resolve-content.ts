import type { ProductRow } from "../../../db/products/product-row.ts";
import { type Catalogue, PRODUCT_FIELDS } from "../fields/catalogue.ts";

/** Names of texts: of the fields with `isTranslated`, as exports call them. */
type TextName<C> = {
  [K in keyof C]: C[K] extends { isTranslated: true | "own" } ? (C[K] extends { exportAs: infer N } ? N : K) : never;
}[keyof C];
export type ContentField = TextName<Catalogue> & string;

/** Fields whose text depends on the language. */
export const CONTENT_FIELDS: readonly ContentField[] = PRODUCT_FIELDS.flatMap(({ name, exportAs, isTranslated }) =>
  // The same condition as that of the type.
  isTranslated ? [(exportAs || name) as ContentField] : [],
);

/** Texts by API name. */
export type Texts = Record<string, unknown>;
/** Texts by language. */
type TextsByLanguage = ReadonlyMap<string, Texts>;

/** How near to the caller a text is: a configuration's own, its entity's, or the one that all entities share. */
const CONTENT_LAYERS = ["configuration", "entity", "group"] as const;
type Layer = (typeof CONTENT_LAYERS)[number];

/** Every text of a product that may be shown. */
export type LayeredTexts = Record<Layer, TextsByLanguage>;

/** Where a text was found. */
interface Source {
  language: string;
  layer: Layer;
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

/** The texts of the product itself, in the pivot language. */
export const masterContent = ({
  title,
  shortDescription,
  description,
  extra,
}: Pick<ProductRow, "title" | "shortDescription" | "description" | "extra">): Texts => ({
  ...extra,
  title,
  short_description: shortDescription,
  description,
});

/** What an entity says in place of a product's descriptions is its own text in its language, and wins over the others. */
export function withOverrides(texts: TextsByLanguage, overrides: Texts | null, language: string): TextsByLanguage {
  const said = Object.entries(overrides ?? {}).filter(([, text]) => !isEmpty(text));
  if (said.length === 0) return texts;
  return new Map([...texts, [language, { ...texts.get(language), ...Object.fromEntries(said) }]]);
}

/** The languages to look for a text in, best first; the pivot is always among them. */
export const languageChain = (wanted: readonly (string | null | undefined)[], pivot: string): string[] => [
  ...new Set([...wanted.filter((language) => language !== null && language !== undefined), pivot]),
];

/**
 * Finds each text by itself: in the first language of the chain that has it, there in the nearest layer. A language that
 * is not in the chain is never looked at.
 */
export function resolveContent(layers: LayeredTexts, chain: readonly string[], pivot: string): ResolvedContent {
  const places: { texts: Texts; source: Source }[] = [];
  for (const language of chain) {
    for (const layer of CONTENT_LAYERS) {
      const texts = layers[layer].get(language);
      if (texts) places.push({ texts, source: { language, layer } });
    }
  }
  const texts: ResolvedContent["texts"] = {};
  const sources: ResolvedContent["sources"] = {};
  for (const field of CONTENT_FIELDS) {
    const place = places.find((each) => !isEmpty(each.texts[field]));
    texts[field] = place?.texts[field] ?? null;
    if (place) sources[field] = place.source;
  }
  return { texts, sources, language: sources.title?.language ?? pivot };
}
