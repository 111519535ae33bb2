const LENGTH = 3;
// What the index would take for the end of a term stands for itself in Unicode's area of private use.
const PRIVATE_FIRST = 0xe000;
const BREAKS = /[^0-9a-z\u0080-\u{10ffff}]/gu;

const PAIR = /[\ud800-\udbff]/;

const withoutBreaks = (text: string): string =>
  text.replace(BREAKS, (sign) => String.fromCharCode(PRIVATE_FIRST + sign.charCodeAt(0)));
const asTerms = (text: string): string[] => Array.from(withoutBreaks(text));

/** Whether a text is long enough to be found by its runs of three characters. */
export const hasGrams = (text: string): boolean => [...text].length >= LENGTH;

/**
 * Every run of three characters of these texts, each after `tag`, as the index takes them. One that comes twice is there
 * twice: the index keeps it once, and sees that faster than a set would.
 */
export function gramsOf(texts: readonly string[], tag: string): string {
  const grams: string[] = [];
  for (const text of texts) {
    const plain = withoutBreaks(text);
    if (PAIR.test(plain)) grams.push(...runsOf(Array.from(plain)).map((run) => run.join("")));
    // Cutting a text is several times faster than joining signs.
    else grams.push(...runsOf(plain));
  }
  return grams.length === 0 ? "" : tag + grams.join(` ${tag}`);
}

/** Every run of a text, or of signs of which some take two code units. */
function runsOf<T extends string | string[]>(signs: T): T[] {
  const runs: T[] = [];
  // A part of what it is given.
  for (let at = 0; at + LENGTH <= signs.length; at++) runs.push(signs.slice(at, at + LENGTH) as T);
  return runs;
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
