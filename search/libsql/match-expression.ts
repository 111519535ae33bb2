import type { QueryWord } from "../port.ts";
import { CODE_SIGN } from "./terms.ts";

/** A word with those that it may be the beginning of. */
export interface BegunWord extends QueryWord {
  /** All words of the index that begin so; `undefined`: they are many or not known, and FTS5 looks for them. */
  begun: readonly string[] | undefined;
}

const any = (terms: readonly string[]) => `(${terms.join(" OR ")})`;

/** Writes words and codes as one tenant's terms. Both are letters and digits, so quotes are safe. */
export function termsFor(tag: string) {
  const term = (text: string, isPrefix = false) => `"${tag}${text}"${isPrefix ? "*" : ""}`;
  return {
    /** A word, those it may be the beginning of, and its synonyms, which count as the word itself. */
    alike: ({ text, isPrefix, synonyms, begun }: BegunWord): string =>
      any([
        // FTS5 collects all hits of a beginning before it answers the first; those of whole words it reads one by one.
        term(text, isPrefix && begun === undefined),
        ...[...(begun ?? []), ...synonyms].filter((each) => each !== text).map((each) => term(each)),
      ]),
    /** A code that is this word, or begins so. */
    codeLike: ({ text, isPrefix }: QueryWord): string => term(CODE_SIGN + text, isPrefix),
    /** Any of these words. */
    anyOf: (words: readonly string[]): string => any(words.map((each) => term(each))),
    /** Any of these codes. */
    anyCode: (codes: readonly string[]): string => `{code} : ${any(codes.map((each) => term(CODE_SIGN + each)))}`,
  };
}
