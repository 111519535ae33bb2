import type { QueryWord, SearchQuery, Tier } from "../port.ts";

/** A word with those that may be meant by it. */
export interface SpelledWord extends QueryWord {
  near: readonly string[];
}

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

/** Writes one tenant's questions: each term begins with its tag. Words are letters and digits, so quotes are safe. */
export function expressionsFor(tag: string) {
  const term = (text: string, isPrefix: boolean) => `"${tag}${text}"${isPrefix ? "*" : ""}`;
  /** A word or one of its synonyms, which count as the word itself. */
  const exact = ({ text, isPrefix, synonyms }: QueryWord) =>
    any([term(text, isPrefix), ...synonyms.map((each) => term(each, false))]);

  const code = ({ codes }: SearchQuery) =>
    codes.length > 0 ? `({code} : (${codes.map((each) => term(each, false)).join(" OR ")}))` : undefined;

  function head([first, ...rest]: readonly QueryWord[]): string | undefined {
    if (!first) return undefined;
    const begin = `{head} : ${exact(first)}`;
    return rest.length === 0 ? `(${begin})` : `((${begin}) AND {head title} : ${all(rest.map(exact))})`;
  }

  /** The exact tiers, best first, each without what the ones before have. */
  function exactTiers(query: SearchQuery): TierExpression[] {
    const words = query.words.map(exact);
    const inColumns = (tier: Tier) => (words.length > 0 ? `(${COLUMNS[tier]} : ${all(words)})` : undefined);
    const whole = words.length > 0 ? all(words) : undefined;
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
  function exactWhole(query: SearchQuery): string | undefined {
    const words = query.words.length > 0 ? all(query.words.map(exact)) : undefined;
    const parts = [code(query), words].filter((each) => each !== undefined);
    return parts.length > 0 ? `(${parts.join(" OR ")})` : undefined;
  }

  /** Hits with typos only; `undefined` when no other word of the index is near. */
  function typoTier(query: SearchQuery, spelled: readonly SpelledWord[]): TierExpression | undefined {
    if (spelled.every(({ near }) => near.length === 0)) return undefined;
    const words = spelled.map((word) => any([exact(word), ...word.near.map((each) => term(each, false))]));
    return { tier: "typo", match: `(${all(words)} NOT ${exactWhole(query)})` };
  }

  return { exactTiers, exactWhole, typoTier };
}
