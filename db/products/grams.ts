const LENGTH = 3;
// What the index would take for the end of a term stands for itself in Unicode's area of private use.
const PRIVATE_FIRST = 0xe000;
const BREAKS = /[^0-9a-z\u0080-\u{10ffff}]/gu;

const asTerms = (text: string): string[] =>
  Array.from(text.replace(BREAKS, (sign) => String.fromCharCode(PRIVATE_FIRST + sign.charCodeAt(0))));

/** Whether a text is long enough to be found by its runs of three characters. */
export const hasGrams = (text: string): boolean => [...text].length >= LENGTH;

/** Every run of three characters of these texts once, each after `tag`, as the index takes them. */
export function gramsOf(texts: readonly string[], tag: string): string {
  const grams = new Set<string>();
  for (const text of texts) {
    const signs = asTerms(text);
    for (let at = 0; at + LENGTH <= signs.length; at++) grams.add(tag + signs.slice(at, at + LENGTH).join(""));
  }
  return [...grams].join(" ");
}

/**
 * What finds the products with all characters of `text`, to be checked on the row: runs that cover it without
 * overlapping, as each further one costs. `@` stands where the tenant's tag goes. `text` must have three characters.
 */
export function gramQuery(text: string): string {
  const signs = asTerms(text);
  const starts = new Set<number>();
  for (let at = 0; at + LENGTH <= signs.length; at += LENGTH) starts.add(at);
  starts.add(signs.length - LENGTH);
  return [...starts].map((at) => `"@${signs.slice(at, at + LENGTH).join("")}"`).join(" AND ");
}
