import type { QueryWord } from "../port.ts";
import { CODE_SIGN, TITLE_END } from "./terms.ts";

/** A word with those that it may be the beginning of. */
export interface BegunWord extends QueryWord {
  /** All words of the index that begin so; `undefined`: they are many or not known, and FTS5 looks for them. */
  begun: readonly string[] | undefined;
}

/** What is asked of FTS5 for a word. */
export interface WordTerms {
  /** The word itself, or one of its synonyms. */
  whole: string;
  /** One of them, or a word that begins so; `undefined` when it is no beginning. */
  begun: string | undefined;
  /** The same of codes. */
  code: string;
  codeBegun: string | undefined;
}

/** What is asked of FTS5 for words in their order; `undefined`: not to be asked. */
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

/** Phrases with a last word that may be the beginning of one: with the words that there are, as far as these are known and few. */
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
    word: ({ text, isPrefix, synonyms, begun }: BegunWord): WordTerms => {
      const whole = [text, ...synonyms];
      // FTS5 collects all hits of a beginning before it answers the first; those of whole words it reads one by one.
      const others = begun === undefined ? [beginning(text), ...synonyms.map(term)] : [...begun, ...whole].map(term);
      return {
        whole: any(whole.map(term)),
        begun: isPrefix ? any(others) : undefined,
        code: term(CODE_SIGN + text),
        codeBegun: isPrefix ? beginning(CODE_SIGN + text) : undefined,
      };
    },
    /** Words in their order; `begun`: those that the last may be the beginning of, as far as they are known. */
    inOrder: (
      phrases: readonly (readonly string[])[],
      { isBegun, begun }: { isBegun: boolean; begun: readonly string[] | undefined },
    ): PhraseTerms => {
      const whole = phrases.map(phrase);
      const open = isBegun ? opened(phrases, begun, phrase) : undefined;
      const [first = []] = phrases;
      const heads = new Set(phrases.map(([head = ""]) => atStart(term(head))));
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
