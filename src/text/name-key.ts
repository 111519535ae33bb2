import { slugOfKey } from "../../db/products/slug.ts";

const PLAIN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
// What Unicode does not split into a letter and a mark.
const LETTERS: Record<string, string> = { œ: "oe", æ: "ae", ß: "ss", ø: "o", đ: "d", ł: "l", ı: "i" };

/** The form in which names are compared: lower case, without accents, with single blanks. */
export function nameKey(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  return name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[œæßøđłı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/\s+/g, " ")
    .trim();
}

/** The name as a part of a URL: `a-z`, digits and single dashes; "" when it has neither letters nor digits of these. */
export const slugOf = (name: string): string => slugOfKey(nameKey(name));
