import type { Facts } from "../../search/libsql/facts.ts";
import { FIELDS, type SearchDocument, type SearchField } from "../../search/port.ts";
import type { ProductSource } from "../../search/product-sources.ts";
import { codesOf, wordsOf, wordsOfHtml } from "./words.ts";

const SEPARATOR = " > ";
const TEXTS = ["short_description", "description", "marketing_description"] as const;
const given = <T>(values: (T | null | undefined)[]): T[] =>
  values.filter((value) => value !== null && value !== undefined);
const textsOf = (content: Record<string, unknown>, names: readonly string[]): string[] =>
  names.map((name) => content[name]).filter((value) => typeof value === "string");

/** The words of each field, before a word is left to the first field that has it. */
function fieldWords(source: ProductSource): Record<SearchField, string[]> {
  const [first, ...title] = wordsOf(source.title);
  const { contents, variants } = source;
  const codes = given([source.ean, source.gtin14, source.reference, ...variants.flatMap(({ sku, ean }) => [sku, ean])]);
  return {
    head: given([first]),
    title: [...title, ...contents.flatMap((content) => textsOf(content, ["title"]).flatMap(wordsOf))],
    brand: wordsOf(source.brandName ?? ""),
    category: (source.categoryPath ?? "").split(SEPARATOR).flatMap(wordsOf),
    code: codes.flatMap(codesOf),
    text: [
      ...given([source.shortDescription, source.description]).flatMap(wordsOfHtml),
      ...contents.flatMap((content) => textsOf(content, TEXTS).flatMap(wordsOfHtml)),
      // Parts of a reference, for who writes them apart.
      ...given([source.reference, ...variants.map(({ sku }) => sku)]).flatMap(wordsOf),
    ],
  };
}

/** What is searched of a product. */
export function documentOf(source: ProductSource): SearchDocument {
  const texts = given([
    source.titleKey,
    source.ean,
    source.referenceKey,
    ...source.variants.flatMap(({ skuKey, ean }) => [skuKey, ean]),
  ]);
  const { rowId, id } = source;
  if (source.isDeleted) return { rowId, id, words: null, texts };
  const words = fieldWords(source);
  const seen = new Set<string>();
  for (const field of FIELDS) {
    // A code is looked for as a whole, so it stays where it is.
    const taken = field === "code" ? new Set<string>() : seen;
    words[field] = words[field].filter((word) => !taken.has(word) && taken.add(word));
    if (field === "code") for (const word of words[field]) seen.add(word);
  }
  return { rowId, id, words, texts };
}

/** What hits are counted by. */
export const factsOf = ({ brandId, categoryId, status }: ProductSource): Facts => ({
  brand: brandId,
  category: categoryId,
  status,
});
