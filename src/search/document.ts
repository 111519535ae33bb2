import type { Facts } from "../../search/libsql/facts.ts";
import type { DocumentWords, ReadTitles, SearchDocument } from "../../search/port.ts";
import { listTitleSources, type ProductSource, type TitleSource } from "../../search/product-sources.ts";
import { codesOf, wordsOf, wordsOfHtml, wordsOfKey } from "./words/words.ts";

const TEXTS = ["short_description", "description", "marketing_description"] as const;

/** The texts of one language that have these names. */
const textsOf = (content: Record<string, unknown>, names: readonly string[]): string[] =>
  names.map((name) => content[name]).filter((value) => typeof value === "string");

/** Leaves each word to the first field that has it. A code is looked for as a whole, so it stays where it is. */
function documentWords(source: ProductSource): DocumentWords {
  const titles = titlesOf(source);
  const seen = new Set(titles.flat());
  const fresh = (words: readonly string[]) => {
    const found: string[] = [];
    for (const word of words) {
      const before = seen.size;
      if (seen.add(word).size > before) found.push(word);
    }
    return found;
  };
  const brand = source.brandName === null ? [] : fresh(wordsOf(source.brandName));
  const category = source.categoryPath === null ? [] : fresh(wordsOf(source.categoryPath));
  const code = [...codesIn(source)];
  for (const each of code) seen.add(each);
  return { titles, brand, category, code, text: fresh(textWords(source)) };
}

/** The words of its titles that have any, its own first. */
function titlesOf({ titleKey, contents }: TitleSource): string[][] {
  const titles = [wordsOfKey(titleKey)];
  for (const content of contents) for (const text of textsOf(content, ["title"])) titles.push(wordsOf(text));
  return titles.filter(({ length }) => length > 0);
}

export const readTitles: ReadTitles = async (db, rows) =>
  new Map((await listTitleSources(db, rows)).map((source) => [source.rowId, titlesOf(source)]));

/** The words of its longer texts. */
function textWords({ shortDescription, description, contents, referenceKey, variants }: ProductSource): string[] {
  const texts = shortDescription === null ? [] : wordsOfHtml(shortDescription);
  if (description !== null) texts.push(...wordsOfHtml(description));
  for (const content of contents) for (const text of textsOf(content, TEXTS)) texts.push(...wordsOfHtml(text));
  // Parts of a reference, for users who write them separately.
  if (referenceKey !== null) texts.push(...wordsOfKey(referenceKey));
  for (const { skuKey } of variants) texts.push(...wordsOfKey(skuKey));
  return texts;
}

/** The codes of a product and of its variants, as they are compared. */
function codesIn({ ean, gtin14, reference, variants }: ProductSource): Set<string> {
  const codes = new Set<string>();
  const take = (code: string | null) => {
    if (code !== null) for (const each of codesOf(code)) codes.add(each);
  };
  for (const code of [ean, gtin14, reference]) take(code);
  for (const variant of variants) {
    take(variant.sku);
    take(variant.ean);
  }
  return codes;
}

/** What is searched of a product. */
export function documentOf(source: ProductSource): SearchDocument {
  const { rowId, id, titleKey, ean, referenceKey } = source;
  const texts = [titleKey];
  if (ean !== null) texts.push(ean);
  if (referenceKey !== null) texts.push(referenceKey);
  for (const variant of source.variants) {
    texts.push(variant.skuKey);
    if (variant.ean !== null) texts.push(variant.ean);
  }
  return { rowId, id, words: source.isDeleted ? null : documentWords(source), texts };
}

/** What hits are counted by. */
export const factsOf = ({ brandId, categoryId, status, priceOrder }: ProductSource): Facts => ({
  brand: brandId,
  category: categoryId,
  status,
  priceOrder,
});
