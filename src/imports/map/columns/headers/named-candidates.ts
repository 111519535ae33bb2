import { readHeader, reduceText } from "../../../parse/header/read-header.ts";
import { ID_SCORE, SURE_SCORE, scoresOf, TYPO_SCORE } from "../../../parse/header/score-header.ts";
import { headerCurrency } from "../../values/currencies.ts";
import type { Candidate } from "../evidence.ts";
import { findTarget } from "../target-fields.ts";

/** What the header or the path alone says. */
export const namedBy = (
  name: string,
  enabledLanguages: readonly string[],
  { arePaths }: { arePaths: boolean },
): Candidate[] => (arePaths ? candidatesByPath(name, enabledLanguages) : candidatesByHeader(name, enabledLanguages));

/** What a text in another language counts, at most. */
const LAST_RESORT = 40;
const OF_ATTRIBUTES = /^attributes\.[^.[\]]{1,100}$/;
/** Objects in a product that speak of something else: their prices, names and codes are not its own. */
const FOREIGN =
  /^@?(?:\w+:)?(?:shippings?|delivery|delivery_?options?|livraison|versand|installment|loyalty.*|subscription.*|related.*|accessor\w*|cross.?sells?|up.?sells?|reviews?|ratings?|sellers?|gifts?|holder|company|comp|firm|partner|partners|supplier|suppliers|contributors?|substances?|ingredients?|nutrients?|classifications?|it_?codes?|subjects?|party|organi[sz]ation|address|contact|stores?|warehouses?|collection|audience|extent|product_?references?|article_?references?|languages?|packaging|limitations?)$/i;
/** What a step says of the kind of its object: `price[net]`. */
const KIND = /\[[^\]]*\]$/;
/** Properties of a product that are named beside their values: neither name is the product's. */
const PROPERTY =
  /^(?:\w+:)?(?:params?|attributes?|features?|properties|property|specs?|specifications?|characteristics?)$/i;
/** Objects whose members are the product's own. What is in others may be of something else. */
const OF_PRODUCT =
  /^@?(?:products?|articles?|items?|offers?|variants?|node|master|details?|infos?|information|data|general|base|main|core|common|attrs?|a|params?|attributes?|features?|propert(?:y|ies)|specs?|fields?|\w+_(?:details?|infos?|information|data|attributes|features)|\w+(?:Details?|Infos?|Information|Data|Attributes))$/i;
/** Objects that a product names: their name is a field of it, the rest of them is not. */
const NAMED: readonly (readonly [RegExp, string])[] = [
  [/^(?:\w+:)?(?:brand|manufacturer|maker|vendor|producer|hersteller|fabricant|marke|marque|marca)$/i, "brand"],
  [/^(?:\w+:)?(?:category|categorie|kategorie|categoria|kategoria)$/i, "category"],
];
const NAME_OF_IT =
  /^(?:\w+:)?(?:name|title|label|text|value|full_?name|display_?name|bezeichnung|nom|nazwa|nombre|nome)$/i;
const BY_NAMED = 92;
/** Attributes under their own names: nothing is surer. */
const OF_ATTRIBUTE = 1000;
/** What a step further inside costs. */
const STEP = 5;

/** By the path of a field in JSON and XML: its last name counts, with what it is in, the less the deeper it lies. */
function candidatesByPath(path: string, enabledLanguages: readonly string[]): Candidate[] {
  if (OF_ATTRIBUTES.test(path)) return [headed(path, path, OF_ATTRIBUTE)];
  const steps = path.split(".").map((step) => step.replace(/^(@?)\w+:/, "$1"));
  const last = steps.at(-1) ?? "";
  if (steps.slice(0, -1).some((step) => FOREIGN.test(step.replace(KIND, "")))) return [];
  if (PROPERTY.test(steps.at(-2) ?? "") && NAME_OF_IT.test(last.replace("@", ""))) return [];
  const named = NAMED.find(([pattern]) => pattern.test(steps.at(-2) ?? ""));
  if (named && !NAMED.some(([pattern]) => pattern.test(last))) {
    return NAME_OF_IT.test(last) ? [headed(path, named[1], BY_NAMED)] : [];
  }
  return [1, 2, steps.length]
    .filter((count, index, counts) => count <= steps.length && counts.indexOf(count) === index)
    .flatMap((count) => {
      const isOwn = steps.slice(0, -count).every((step) => OF_PRODUCT.test(step.replace(KIND, "")));
      const found = candidatesByHeader(steps.slice(-count).join(" ").replaceAll("@", ""), enabledLanguages);
      return isOwn ? found : found.map((each): Candidate => ({ ...each, basis: "part_of_header" }));
    })
    .map((candidate) => ({ ...candidate, column: path, score: candidate.score - STEP * (steps.length - 1) }));
}

/** A candidate by its header, which is known as a whole, but for a letter, or in part. */
const headed = (column: string, target: string, score: number): Candidate => ({
  column,
  target,
  language: "",
  score,
  basis: score >= SURE_SCORE || score === ID_SCORE ? "header" : score >= TYPO_SCORE ? "like_header" : "part_of_header",
});

/** What a part counts less than the whole. */
const PART = 25;

/** What parts of a header name, where the whole of it names nothing. */
function byParts(column: string, parts: readonly string[], plain: readonly Candidate[]): Candidate[] {
  if (plain.some(({ score }) => score >= SURE_SCORE)) return [];
  return [...scoresOf([...parts])].flatMap(([target, score]) =>
    score >= SURE_SCORE
      ? [{ ...headed(column, target, score), score: score - PART, basis: "part_of_header" as const }]
      : [],
  );
}

/** What a header counts that says a currency and nothing else: `€ zzgl. MwSt.`. */
const BY_CURRENCY = 70;

function byCurrency(column: string): Candidate[] {
  if (headerCurrency(column) === undefined) return [];
  const [whole = ""] = readHeader(column).texts;
  const { text, tax } = reduceText(whole);
  if (text !== "") return [];
  return [headed(column, tax === "ht" ? "cost_price" : "price", BY_CURRENCY)];
}

function candidatesByHeader(column: string, enabledLanguages: readonly string[]): Candidate[] {
  return [...candidatesByWords(column, enabledLanguages), ...byCurrency(column)];
}

function candidatesByWords(column: string, enabledLanguages: readonly string[]): Candidate[] {
  const { texts, parts, translated } = readHeader(column);
  const whole = texts.filter((text) => !translated?.texts.includes(text));
  // What ends like a language may be a word: then the whole must be known.
  const least = translated === undefined ? 0 : SURE_SCORE;
  const plain = [...scoresOf(whole)].flatMap(([target, score]) =>
    score >= least ? [headed(column, target, score)] : [],
  );
  if (translated === undefined) return [...plain, ...byParts(column, parts, plain)];
  const others = [...scoresOf(translated.texts)].flatMap(([target, score]) => {
    const isText = findTarget(target)?.translatable === true;
    // A product must have a name: one in a language that is not enabled is better than none.
    if (isText && !enabledLanguages.includes(translated.language))
      return target !== "name" || score < SURE_SCORE
        ? []
        : [{ ...headed(column, target, score), score: LAST_RESORT * (score / 100) }];
    return [{ ...headed(column, target, score), language: isText ? translated.language : "" }];
  });
  return [...plain, ...others];
}
