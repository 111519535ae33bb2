import { COUNTRIES } from "../../../products/fields/countries.ts";
import type { Flag } from "../metadata.ts";
import { measuredNumbers } from "./measured-numbers.ts";
import { wordKeys } from "./sentences.ts";

/** All that is known, as claims are held against it. */
export interface Known {
  words: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
  measures: ReadonlySet<string>;
  text: string;
}

const measureKey = ({ base, value }: { base: string; value: number }) => `${value} ${base}`;
/** A number that is a part of a name or code: `XR-500`. */
const IN_CODES = /(?<=\p{L}[-_/]?)\d+|\d+(?=[-_/]?\p{L})/gu;

/** What some texts say together. */
export function knownOf(texts: readonly string[]): Known {
  const text = texts.join("\n");
  const numbers = measuredNumbers(text);
  return {
    words: wordKeys(text),
    numbers: new Set([...numbers.map(({ number }) => number), ...(text.match(IN_CODES) ?? [])]),
    measures: new Set(numbers.flatMap(({ unit }) => (unit ? [measureKey(unit)] : []))),
    text,
  };
}

/** An invented measure misleads a buyer; a bare number may count sentences or pieces. */
const SURE = { measure: 0.9, unit: 0.85, number: 0.35, certificate: 0.9, origin: 0.85, name: 0.3 };

function numberFlags(sentence: string, known: Known): Flag[] {
  return measuredNumbers(sentence).flatMap(({ text, number, unit }): Flag[] => {
    if (unit && known.measures.has(measureKey(unit))) return [];
    if (!known.numbers.has(number)) {
      return [{ kind: "number", text, confidence: unit ? SURE.measure : SURE.number }];
    }
    return unit ? [{ kind: "unit", text, confidence: SURE.unit }] : [];
  });
}

const CERTIFICATES =
  /(?<![\p{L}\p{N}])(?:CE|NF|FSC|PEFC|GOTS|T[ÜU]V|GS|RoHS|REACH|UL|ATEX|Oeko-?Tex|Energy Star|Ecocert|Ecolabel|Demeter|IP ?[0-6X][0-9X]|(?:ISO|EN|DIN|NF EN) ?\d{2,6}(?:-\d+)?)(?![\p{L}\p{N}])/gu;
const CERTIFIED = /(?:certifi\w*|homologu\w*|zertifiziert\w*|homologad\w*|omologat\w*)/giu;

function certificateFlags(sentence: string, { text }: Known): Flag[] {
  const named = [...sentence.matchAll(CERTIFICATES), ...sentence.matchAll(CERTIFIED)].map(([name]) => name);
  const known = new Set([...text.matchAll(CERTIFICATES), ...text.matchAll(CERTIFIED)].map(([name]) => nameOf(name)));
  return [...new Set(named)]
    .filter((name) => !known.has(nameOf(name)))
    .map((name) => ({ kind: "certificate", text: name, confidence: SURE.certificate }));
}

/** `IP 44` is `IP44`, and what is certified in one gender is so in the other. */
const nameOf = (name: string) =>
  (/^\p{Ll}|ertifi/u.test(name) ? name.slice(0, 6) : name.replaceAll(/[ -]/g, "")).toLowerCase();

const MADE_IN =
  /(?<![\p{L}])(?:made|fabriqu\p{L}+|assembl\p{L}+|produi\p{L}+|conçu\p{L}*|hergestellt|fabricad\p{L}+|hech\p{L}+|prodott\p{L}+|fabbricat\p{L}+)\s+(?:in|en|au|aux|à)\s+(?:der |die )?(\p{L}[\p{L}-]+)/giu;
const OF_ORIGIN =
  /(?<![\p{L}])(?:(?:fabrication|origine|qualité) (français|allemand|italien|suisse|suédois|danois|japonais|européen|belge|espagnol|portugais|chinois)\p{L}*|(Swiss|German|French|Italian|Swedish|Japanese|Danish|European)[ -](?:made|quality|engineering))/giu;

/** The names of countries in a language, in lower case. */
function countryNames(language: string): Set<string> {
  const names = new Intl.DisplayNames(language, { type: "region", fallback: "code" });
  return new Set([...COUNTRIES].map((code) => String(names.of(code)).toLowerCase()));
}

function originFlags(sentence: string, known: Known, language: string): Flag[] {
  const claimed = [
    ...[...sentence.matchAll(MADE_IN)].flatMap(([text, place = ""]) =>
      /^\p{Lu}/u.test(place) ? [{ text, place }] : [],
    ),
    ...[...sentence.matchAll(OF_ORIGIN)].map(([text, one, other]) => ({ text, place: one ?? other ?? "" })),
  ];
  const places = countryNames(language);
  const lower = sentence.toLowerCase();
  const named = [...places].filter(
    (place) => place.length > 3 && new RegExp(`(?<!\\p{L})${place}(?!\\p{L})`, "u").test(lower),
  );
  const isKnown = (place: string) => [...wordKeys(place)].every((key) => known.words.has(key));
  const unknown = new Map<string, string>();
  for (const { text, place } of claimed) if (!isKnown(place)) unknown.set(place.toLowerCase(), text);
  for (const place of named) if (!isKnown(place) && !unknown.has(place)) unknown.set(place, place);
  return [...unknown.values()].map((text) => ({ kind: "origin", text, confidence: SURE.origin }));
}

/** A capital inside of a sentence; in German every noun has one. */
const NAME = /(?<=[\p{Ll}\p{N},;:] )\p{Lu}[\p{L}\p{N}-]+/gu;

function nameFlags(sentence: string, known: Known, language: string): Flag[] {
  if (language === "de") return [];
  return [...new Set([...sentence.matchAll(NAME)].map(([text]) => text))]
    .filter((text) => ![...wordKeys(text)].every((key) => known.words.has(key)))
    .map((text) => ({ kind: "name", text, confidence: SURE.name }));
}

/** What a sentence claims and no source says: numbers, units, certificates, origins and names. */
export function unfoundedClaims(sentence: string, known: Known, language: string): Flag[] {
  const flags = [
    ...numberFlags(sentence, known),
    ...certificateFlags(sentence, known),
    ...originFlags(sentence, known, language),
  ];
  const said = flags.map(({ text }) => text.toLowerCase()).join(" ");
  const names = nameFlags(sentence, known, language).filter(({ text }) => !said.includes(text.toLowerCase()));
  return [...flags, ...names];
}
