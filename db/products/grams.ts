import { Buffer } from "node:buffer";

const LENGTH = 3;
/** What stands between two terms: no sign of a term. */
const SEPARATOR = "|";
const SEPARATOR_CODE = SEPARATOR.charCodeAt(0);
// The signs of a term as the index has them, besides all others beyond ASCII: its `tokenchars` say the same. Most titles
// have no others, and a text of one byte a sign is made, handed over and stored in half the time.
const PLAIN = /^[ !#$%&()*+,\-./0-9:<=>?[\]_a-z{}~]*$/;
const BREAKS = /[^ !#$%&()*+,\-./0-9:<=>?[\]_a-z{}~\u0080-\u{10ffff}]/gu;
// The character that the index would take for the end of a term is replaced by one of Unicode's area of private use.
const PRIVATE_FIRST = 0xe000;

const withoutBreaks = (text: string): string =>
  PLAIN.test(text) ? text : text.replace(BREAKS, (sign) => String.fromCharCode(PRIVATE_FIRST + sign.charCodeAt(0)));

/** Whether a text is long enough to be found by its runs of three characters. */
export const hasGrams = (text: string): boolean => [...text].length >= LENGTH;

/**
 * Every run of three characters of these texts, each after `tag`, as the index takes them. One that comes twice is there
 * twice: the index keeps it once, and sees that faster than a set would.
 */
export function gramsOf(texts: readonly string[], tag: string): string {
  if (texts.every((text) => PLAIN.test(text))) return plainGramsOf(texts, tag);
  const grams = texts.flatMap((text) => {
    const signs = Array.from(withoutBreaks(text));
    return signs.slice(LENGTH - 1).map((_, at) => tag + signs.slice(at, at + LENGTH).join(""));
  });
  return grams.join(SEPARATOR);
}

let bytes = Buffer.alloc(16 * 1024);

/** The same of plain texts, sign by sign: a text for each run takes ten times as long, and much to collect. */
function plainGramsOf(texts: readonly string[], tag: string): string {
  const size = texts.reduce((sum, { length }) => sum + length, 0) * (tag.length + LENGTH + 1);
  if (bytes.length < size) bytes = Buffer.alloc(size);
  let end = 0;
  for (const text of texts) {
    for (let at = 0; at + LENGTH <= text.length; at++) {
      for (let sign = 0; sign < tag.length; sign++) bytes[end++] = tag.charCodeAt(sign);
      for (let sign = at; sign < at + LENGTH; sign++) bytes[end++] = text.charCodeAt(sign);
      bytes[end++] = SEPARATOR_CODE;
    }
  }
  return bytes.toString("latin1", 0, Math.max(0, end - 1));
}

/**
 * What finds the products with all characters of `text`, to be checked on the row: runs that cover it without
 * overlapping, as each further one costs. `@` stands where the tenant's tag goes. `text` must have three characters.
 */
export function gramQuery(text: string): string {
  const signs = Array.from(withoutBreaks(text));
  const starts = new Set<number>();
  for (let at = 0; at + LENGTH <= signs.length; at += LENGTH) starts.add(at);
  starts.add(signs.length - LENGTH);
  return [...starts].map((at) => `"@${signs.slice(at, at + LENGTH).join("")}"`).join(" AND ");
}
