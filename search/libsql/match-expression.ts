import type { QueryWord, SearchQuery } from "../port.ts";
import { CODE_SIGN, TITLE_END } from "./terms.ts";

/** A word with those that it may be the beginning of, and those that it may be put together of. */
export interface BegunWord extends QueryWord {
  /** All words of the index that begin so; `undefined`: they are many or not known, and FTS5 looks for them. */
  begun: readonly string[] | undefined;
  /** Pairs of words of the index. */
  pairs: readonly (readonly [string, string])[];
}

/** The query to FTS5 for a word. */
export interface WordTerms {
  /** The word itself, or one of its synonyms. */
  whole: string;
  /** One of them, a word that begins so or another form; `undefined` when there can be no such. */
  begun: string | undefined;
  /** The same of titles, where words in their order may make it. */
  titleBegun: string | undefined;
  /** The same of codes. */
  code: string;
  codeBegun: string | undefined;
}

/** The query to FTS5 for words in their order; `undefined`: not to be queried. */
export interface PhraseTerms {
  /** The whole title. */
  same: string;
  start: string;
  phrase: string | undefined;
  startBegun: string | undefined;
  phraseBegun: string | undefined;
  /** The first word at the begin of the title. */
  head: string | undefined;
}

/** Of more phrases one beginning each is as fast. */
const PHRASES_MAX = 64;

const atStart = (term: string) => `^${term}`;

/**
 * Phrases with a last word that may be the beginning of one: with the existing words, as far as these are known and few.
 */
function opened(
  phrases: readonly (readonly string[])[],
  begun: readonly string[] | undefined,
  phrase: (words: readonly string[]) => string,
): string[] {
  const whole = phrases.map(phrase);
  if (begun === undefined || begun.length * phrases.length > PHRASES_MAX) return whole.map((each) => `${each}*`);
  return [...phrases.flatMap((each) => begun.map((last) => phrase([...each.slice(0, -1), last]))), ...whole];
}

const any = (terms: readonly string[]) => `(${terms.join(" OR ")})`;

/** Writes words and codes as one tenant's terms. Both are letters and digits, so quotes are safe. */
export function termsFor(tag: string) {
  const term = (text: string) => `"${tag}${text}"`;
  const beginning = (text: string) => `"${tag}${text}"*`;
  const phrase = (words: readonly string[]) => `"${words.map((word) => tag + word).join(" ")}"`;
  return {
    /** A word, those it may be the beginning of, and its synonyms, which count as the word itself. */
    word: ({ text, isPrefix, synonyms, forms, begun, pairs }: BegunWord): WordTerms => {
      // FTS5 collects all hits of a beginning before it answers the first; those of whole words it reads one by one.
      const others = isPrefix ? (begun?.map(term) ?? [beginning(text)]) : [];
      others.push(...forms.map(term));
      const inTitles = [...others, ...pairs.map(phrase)];
      return {
        whole: any([text, ...synonyms].map(term)),
        begun: others.length > 0 ? any(others) : undefined,
        titleBegun: inTitles.length > 0 ? any(inTitles) : undefined,
        code: term(CODE_SIGN + text),
        codeBegun: isPrefix ? beginning(CODE_SIGN + text) : undefined,
      };
    },
    /** Words in their order; `begun`: those that the last may be the beginning of, as far as they are known. */
    inOrder: (
      { phrases, formPhrases, isPhraseBegun }: Pick<SearchQuery, "phrases" | "formPhrases" | "isPhraseBegun">,
      begun: readonly string[] | undefined,
    ): PhraseTerms => {
      const whole = phrases.map(phrase);
      const others = [...(isPhraseBegun ? opened(phrases, begun, phrase) : []), ...formPhrases.map(phrase)];
      // Those that are looked for as they are already say nothing more.
      const more = others.filter((each) => !whole.includes(each));
      const open = more.length > 0 ? more : undefined;
      const [first = []] = phrases;
      const heads = new Set([...phrases, ...formPhrases].map(([head = ""]) => atStart(term(head))));
      return {
        same: any(phrases.map((each) => atStart(phrase([...each, TITLE_END])))),
        start: any(whole.map(atStart)),
        startBegun: open && any(open.map(atStart)),
        // Of one word the title says as much, and it is its head.
        ...(first.length > 1
          ? { phrase: any(whole), phraseBegun: open && any(open), head: any([...heads]) }
          : { phrase: undefined, phraseBegun: undefined, head: undefined }),
      };
    },
    /** Any of these words. */
    anyOf: (words: readonly string[]): string => any(words.map(term)),
    /** Any of these codes. */
    anyCode: (codes: readonly string[]): string => `{code} : ${any(codes.map((each) => term(CODE_SIGN + each)))}`,
  };
}
