import type { Source } from "../../documents/find-passages.ts";
import type { Fact } from "../facts/catalog-facts.ts";
import type { Cited, Flag, Grounding } from "../metadata.ts";
import { type Known, knownOf, unfoundedClaims } from "./claims.ts";
import { sentencesOf, wordKeys } from "./sentences.ts";

/** A passage or page that a model was given, and what it says. Plain data. */
export interface Evidence {
  source: Source;
  text: string;
}

/** What a text can be made from. */
export interface Grounds {
  facts: readonly Fact[];
  /** Texts of the product that a person or file brought, by field. */
  written: Readonly<Record<string, string>>;
  evidence: readonly Evidence[];
}

const CITED_MAX = 8;
/** A sentence is from a passage when they have this number of words in common, and this share of its words. */
const COMMON_MIN = 2;
const SHARE_MIN = 0.3;
/** A sentence that says a part of a fact alone has this share of its words from there. */
const FACT_SHARE_MIN = 0.5;
/** What a text without any source is worth: enough to be stored where no one asks for certainty. */
const UNSUPPORTED = 0.6;

interface Prepared {
  known: Known;
  facts: { cited: Cited; keys: Set<string>; numbers: ReadonlySet<string> }[];
  passages: { cited: Cited; keys: Set<string> }[];
}

/** The sources of a product, made ready to hold texts against them. */
export function prepareGrounds({ facts, written, evidence }: Grounds): Prepared {
  const texts = Object.entries(written).filter(([, text]) => text !== "");
  const factTexts = facts.map(({ label, value }) => `${label} ${value}`);
  return {
    known: knownOf([...factTexts, ...texts.map(([, text]) => text), ...evidence.map(({ text }) => text)]),
    facts: facts.map((fact) => ({
      cited: { kind: "fact", ...fact },
      keys: wordKeys(fact.value),
      numbers: knownOf([fact.value]).numbers,
    })),
    passages: [
      ...texts.map(([name, text]) => ({
        cited: { kind: "fact" as const, name, label: name, value: text.slice(0, 200) },
        keys: wordKeys(text),
      })),
      ...evidence.map(({ source, text }) => ({ cited: passageOf(source), keys: wordKeys(text) })),
    ],
  };
}

const passageOf = ({ document_id, title, chunk_index, page, url }: Source): Cited => ({
  kind: "passage",
  document_id,
  title,
  chunk_index,
  page,
  url,
});

function sourcesOfSentence(sentence: string, { facts, passages }: Prepared): Cited[] {
  const keys = wordKeys(sentence);
  const numbers = knownOf([sentence]).numbers;
  const isIn = (each: string) => keys.has(each);
  const stated = facts.filter(({ keys: own, numbers: figures }) => {
    const said = [...own].filter(isIn).length + [...figures].filter((each) => numbers.has(each)).length;
    // A long fact may fill more than one sentence.
    const isPart = said >= COMMON_MIN && said >= FACT_SHARE_MIN * keys.size;
    return said > 0 && (isPart || said >= (own.size + figures.size) / 2);
  });
  const common = passages
    .map(({ cited, keys: own }) => ({ cited, count: [...keys].filter((each) => own.has(each)).length }))
    .filter(({ count }) => count >= COMMON_MIN && count >= SHARE_MIN * keys.size)
    .toSorted((one, other) => other.count - one.count);
  return [...stated.map(({ cited }) => cited), ...common.slice(0, 2).map(({ cited }) => cited)].slice(0, CITED_MAX);
}

const rounded = (value: number) => Math.round(value * 100) / 100;

/** How far flags let a value be trusted. */
export const trustOf = (flags: readonly Flag[]): number =>
  rounded(1 - Math.max(0, ...flags.map(({ confidence }) => confidence)));

/** Words that join others are half of a sentence. */
const KNOWN_WORDS = 0.5;

/** How far the words of a sentence are those of its sources. */
function supportOf(sentence: string, { words }: Known): number {
  const keys = [...wordKeys(sentence)];
  return Math.min(1, keys.filter((key) => words.has(key)).length / Math.max(1, keys.length * KNOWN_WORDS));
}

/** Names the sources of each sentence of a text, and flags what none of them says. */
export function groundText(text: string, prepared: Prepared, language: string): Grounding {
  const sentences = sentencesOf(text).map((sentence) => ({
    text: sentence,
    sources: sourcesOfSentence(sentence, prepared),
  }));
  const flags = sentences.flatMap((each) => unfoundedClaims(each.text, prepared.known, language));
  const supports = sentences.map((each) => (each.sources.length === 0 ? 0 : supportOf(each.text, prepared.known)));
  const supported = supports.reduce((sum, each) => sum + each, 0) / Math.max(1, supports.length);
  const confidence = Math.min(trustOf(flags), UNSUPPORTED + (1 - UNSUPPORTED) * supported);
  return { confidence: rounded(confidence), sentences, flags };
}

/** The same of an attribute: a value that no source has a word of is flagged too. */
export function groundAttribute(value: string, prepared: Prepared, language: string): Grounding {
  const grounding = groundText(value, prepared, language);
  const words = [...wordKeys(value)];
  const isFound = words.length === 0 || words.some((word) => prepared.known.words.has(word));
  const flags: Flag[] =
    isFound || grounding.flags.length > 0
      ? grounding.flags
      : [{ kind: "value", text: value.slice(0, 100), confidence: 1 - UNSUPPORTED }];
  return { ...grounding, flags, confidence: trustOf(flags) };
}
