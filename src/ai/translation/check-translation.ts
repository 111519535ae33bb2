import { escapedPattern } from "../../text/escaped.ts";
import { measuredNumbers } from "../enrichment/grounding/measured-numbers.ts";
import type { Flag } from "../enrichment/metadata.ts";
import { fits } from "../enrichment/review/read-edited.ts";
import { type ProtectedTerms, plainOf } from "./protect.ts";
import { MARKS, tagName } from "./quality.ts";

const asWord = (term: string) => new RegExp(`(?<![\\p{L}\\p{N}])${escapedPattern(term)}(?![\\p{L}\\p{N}])`, "iu");
/** Endings differ by case and number: a term of the glossary counts with any. */
const asStem = (word: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escapedPattern(word.length > 4 ? word.slice(0, -1) : word)}`, "iu");

/** What of the first is not in the second, each as often as it is there. */
function missing(wanted: readonly string[], have: readonly string[]): string[] {
  const left = [...have];
  return wanted.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function termFlags(pivot: string, variant: string, { terms, glossary }: ProtectedTerms): Flag[] {
  return terms
    .filter((term) => asWord(term).test(pivot))
    .flatMap((term): Flag[] => {
      const wanted = glossary.get(term.toLowerCase());
      const isKept = wanted === undefined ? asWord(term).test(variant) : asStem(wanted).test(variant);
      return isKept
        ? []
        : [{ kind: "term", text: wanted === undefined ? term : `${term} = ${wanted}`, confidence: 0.9 }];
    });
}

function numberFlags(pivot: string, variant: string): Flag[] {
  const [wanted, have] = [measuredNumbers(pivot), measuredNumbers(variant)];
  const numbers = missing(
    wanted.map(({ number }) => number),
    have.map(({ number }) => number),
  );
  // A unit that is not known in the other language says nothing; another one does.
  const changed = wanted.filter(({ number, unit }) => {
    const same = have.filter((each) => each.number === number);
    return unit && same.length > 0 && same.every((each) => each.unit !== null && each.unit.base !== unit.base);
  });
  return [
    ...numbers.map((text): Flag => ({ kind: "number", text, confidence: 0.9 })),
    ...changed.map(({ text }): Flag => ({ kind: "unit", text, confidence: 0.9 })),
  ];
}

/**
 * What a translation has lost or changed of what it must keep: protected terms, the glossary, numbers, units, placeholders
 * and tags, and the limit of its field. The same for all engines.
 */
export function translationFaults(
  pivot: string,
  variant: string,
  { field, terms }: { field: string; terms: ProtectedTerms },
): Flag[] {
  const marks = (text: string) => (text.match(MARKS) ?? []).map(tagName);
  const [wanted, have] = [marks(pivot), marks(variant)];
  const plain = (text: string) => plainOf(text.replaceAll(MARKS, " "));
  const differing = [...missing(wanted, have), ...missing(have, wanted)];
  const length: Flag[] = fits(field, variant)
    ? []
    : [{ kind: "value", text: `${variant.length} characters`, confidence: 1 }];
  return [
    ...termFlags(plain(pivot), plain(variant), terms),
    ...numberFlags(plain(pivot), plain(variant)),
    ...[...new Set(differing)].map((text): Flag => ({ kind: "markup", text, confidence: 0.9 })),
    ...length,
  ];
}

const REPAIR = {
  en: {
    begin: "Not all was kept:",
    line: (field: string, kind: string, text: string) => `${field}: ${kind} not kept: ${text}`,
    end: "Answer again with the whole object.",
  },
  fr: {
    begin: "Tout n'a pas été gardé :",
    line: (field: string, kind: string, text: string) => `${field} : ${FRENCH[kind] ?? kind} non gardé : ${text}`,
    end: "Répondez de nouveau par l'objet entier.",
  },
};
const FRENCH: Record<string, string> = {
  term: "terme",
  number: "nombre",
  unit: "avec son unité",
  markup: "balise ou espace réservé",
  value: "longueur permise",
};

/** What a model learns of the faults of its translation, in the words of its prompt. */
export function repairWords(faults: Readonly<Record<string, readonly Flag[]>>, words: "fr" | "en"): string {
  const { begin, line, end } = REPAIR[words];
  const lines = Object.entries(faults).flatMap(([field, flags]) =>
    flags.map(({ kind, text }) => line(field, kind, text)),
  );
  return [begin, ...lines, end].join("\n");
}
