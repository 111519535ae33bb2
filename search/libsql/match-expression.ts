import type { QueryWord, SearchQuery, Tier } from "../port.ts";
import { CODE_SIGN } from "./terms.ts";

/** A word with those that it may be the beginning of. */
export interface BegunWord extends QueryWord {
  /** All words of the index that begin so; `undefined`: they are many or not known, and FTS5 looks for them. */
  begun: readonly string[] | undefined;
}
/** A word with those that may be meant by it. */
export interface SpelledWord extends BegunWord {
  near: readonly string[];
}
export type BegunQuery = Omit<SearchQuery, "words"> & { words: readonly BegunWord[] };

/** A question to FTS5 for the hits of one tier; no other tier has them. */
export interface TierExpression {
  tier: Tier;
  match: string;
}

const COLUMNS: Partial<Record<Tier, string>> = {
  title: "{head title}",
  brand: "{head title brand}",
  category: "{head title brand category}",
};

const any = (terms: string[]) => (terms.length === 1 ? terms.join() : `(${terms.join(" OR ")})`);
const all = (terms: string[]) => `(${terms.join(" AND ")})`;

/** Writes words and codes as one tenant's terms. Both are letters and digits, so quotes are safe. */
function termsFor(tag: string) {
  const term = (text: string, isPrefix: boolean) => `"${tag}${text}"${isPrefix ? "*" : ""}`;
  const codeTerm = (text: string, isPrefix: boolean) => term(CODE_SIGN + text, isPrefix);
  // FTS5 collects all hits of a beginning before it answers the first; those of whole words it reads one by one.
  const alike = ({ text, isPrefix, synonyms, begun }: BegunWord) => [
    term(text, isPrefix && begun === undefined),
    ...[...(begun ?? []), ...synonyms].filter((each) => each !== text).map((each) => term(each, false)),
  ];
  return {
    /** A word or one of its synonyms, which count as the word itself. */
    exact: (word: BegunWord) => any(alike(word)),
    /** The same, or a code that is or begins so, or one of these words. */
    anywhere: (word: BegunWord, near: readonly string[] = []) =>
      any([...alike(word), codeTerm(word.text, word.isPrefix), ...near.map((each) => term(each, false))]),
    code: ({ codes }: BegunQuery) =>
      codes.length > 0 ? `({code} : (${codes.map((each) => codeTerm(each, false)).join(" OR ")}))` : undefined,
  };
}

/** Writes one tenant's questions: each term begins with its tag. */
export function expressionsFor(tag: string) {
  const { exact, anywhere, code } = termsFor(tag);

  function head([first, ...rest]: readonly BegunWord[]): string | undefined {
    if (!first) return undefined;
    const begin = `{head} : ${exact(first)}`;
    return rest.length === 0 ? `(${begin})` : `((${begin}) AND {head title} : ${all(rest.map(exact))})`;
  }

  /** The exact tiers, best first, each without what the ones before have. */
  function exactTiers(query: BegunQuery): TierExpression[] {
    const words = query.words.map(exact);
    const inColumns = (tier: Tier) => (words.length > 0 ? `(${COLUMNS[tier]} : ${all(words)})` : undefined);
    const whole = words.length > 0 ? all(query.words.map((word) => anywhere(word))) : undefined;
    // Each of these has all hits of the one before, the codes aside.
    const nested: [Tier, string | undefined][] = [
      ["head", head(query.words)],
      ["title", inColumns("title")],
      ["brand", inColumns("brand")],
      ["category", inColumns("category")],
      ["text", whole],
    ];
    const codes = code(query);
    const tiers: TierExpression[] = codes ? [{ tier: "code", match: codes }] : [];
    let before: string | undefined;
    for (const [tier, match] of nested) {
      if (!match) continue;
      const had = [codes, before].filter((each) => each !== undefined);
      tiers.push({ tier, match: had.length > 0 ? `(${match} NOT (${had.join(" OR ")}))` : match });
      before = match;
    }
    return tiers;
  }

  /** Every exact hit. */
  function exactWhole(query: BegunQuery): string | undefined {
    const words = query.words.length > 0 ? all(query.words.map((word) => anywhere(word))) : undefined;
    const parts = [code(query), words].filter((each) => each !== undefined);
    return parts.length > 0 ? `(${parts.join(" OR ")})` : undefined;
  }

  /** Hits with typos only; `undefined` when no other word of the index is near. */
  function typoTier(query: BegunQuery, spelled: readonly SpelledWord[]): TierExpression | undefined {
    if (spelled.every(({ near }) => near.length === 0)) return undefined;
    const words = spelled.map((word) => anywhere(word, word.near));
    return { tier: "typo", match: `(${all(words)} NOT ${exactWhole(query)})` };
  }

  return { exactTiers, exactWhole, typoTier };
}
