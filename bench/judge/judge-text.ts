import eld from "eld/extrasmall";

/** What a text was made from, a line each: the catalog's facts and the data sheet. */
export interface Given {
  /** What it is called, and where it belongs: no text must repeat it, and every text may. */
  naming: readonly string[];
  facts: readonly string[];
  /** How many words the service asked for. */
  length: { min: number; max: number };
  /** ISO 639-1. */
  language: string;
}

/** What a text is worth. */
export interface Verdict {
  words: number;
  /** Numbers, names, materials, colours, origins, certificates and promises that no source says. */
  invented: string[];
  /** How many of the facts the text says, and of how many. */
  said: number;
  facts: number;
  isInLength: boolean;
  isInLanguage: boolean;
}

/** Words that claim something of a product, by their stems: with a source or without, they are no filling. */
const CLAIMS = (
  "chene hetre frene bois pin teck noyer acier inox alumin laiton zinc fonte cuivr plastiq polyest coton cuir verre gres " +
  "ceramiq marbr bambou metal velour laine nylon silicon titan carbone " +
  "bleu rouge vert jaune blanc noir gris ocre orange violet brun beige rose dore argent " +
  "franc allem itali espag portug suede suedo norveg danois finland chine japon europ suisse ethiop grece grecq hongr americ " +
  "certifi garanti homolog norme iso fsc pefc biolog recycl ecolog etanch impermeab inoxydab lave-vaiss antiderap antiadh " +
  "ergonom rechargeab batterie bluetooth wifi usb durab resistan robust confortab ignifug hypoallerg livrais gratuit"
).split(" ");

const plain = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, " ")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase();
const wordsOf = (text: string): string[] => plain(text).match(/\p{L}[\p{L}-]*/gu) ?? [];
/** `4,20` is `4.2`; one thousand may be written with a space. */
const numbersOf = (text: string): string[] =>
  (
    plain(text)
      .replaceAll(/(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))/g, "")
      .match(/\d+(?:[.,]\d+)?/g) ?? []
  ).map((each) => String(Number(each.replace(",", "."))));
/** `bleu` and `bleue`, `acier` and `aciers`. */
const STEM = 4;
const stemOf = (word: string) => word.slice(0, STEM);

/** The claims of a text, each by its stem. */
const claimsOf = (text: string): Map<string, string> =>
  new Map(
    wordsOf(text).flatMap((word) => {
      const stem = CLAIMS.find((each) =>
        each.length <= STEM ? new RegExp(`^${each}e?s?$`).test(word) : word.startsWith(each),
      );
      return stem === undefined ? [] : [[stem, word] as const];
    }),
  );

/** What has a capital letter within a sentence: French writes nothing but names so. */
const namesOf = (text: string): string[] =>
  text.replaceAll(/<[^>]*>/g, ". ").match(/(?<=[\p{Ll},;’'] )\p{Lu}\p{L}{2,}/gu) ?? [];

/** Whether a text says a fact: all of its numbers, and half of its words. */
function says(text: string, fact: string): boolean {
  const value = fact.slice(fact.indexOf(":") + 1);
  const [numbers, stems] = [new Set(numbersOf(text)), new Set(wordsOf(text).map(stemOf))];
  const words = wordsOf(value).filter((word) => word.length > 3);
  const found = words.filter((word) => stems.has(stemOf(word))).length;
  return numbersOf(value).every((each) => numbers.has(each)) && found >= words.length / 2;
}

/** Judges a text by what it was made from. It knows nothing of how the service judges its own texts. */
export function judgeText(text: string, { naming, facts, length, language }: Given): Verdict {
  const sources = [...naming, ...facts].join("\n");
  const known = { numbers: new Set(numbersOf(sources)), claims: claimsOf(sources), words: new Set(wordsOf(sources)) };
  const numbers = [...new Set(numbersOf(text))].filter((each) => !known.numbers.has(each));
  const claims = [...claimsOf(text)].filter(([stem]) => !known.claims.has(stem)).map(([, word]) => word);
  const isNamed = (name: string) => known.words.has(plain(name)) || claims.includes(plain(name));
  const names = [...new Set(namesOf(text))].filter((each) => !isNamed(each));
  const words = wordsOf(text).length;
  return {
    words,
    invented: [...numbers, ...names, ...claims],
    said: facts.filter((fact) => says(text, fact)).length,
    facts: facts.length,
    isInLength: words >= length.min * LENIENCY.least && words <= length.max * LENIENCY.most,
    isInLanguage: eld.detect(text.replaceAll(/<[^>]*>/g, " ")).language === language,
  };
}

/** A length is asked for, not counted: a fifth less or more is kept. */
const LENIENCY = { least: 0.8, most: 1.2 };

/** What all texts of a model are worth together. */
export interface Summary {
  products: number;
  texts: number;
  /** Texts without anything invented. */
  clean: number;
  /** Inventions a text, on average. */
  inventedPerText: number;
  /** Facts that are said, of all. 0 to 1. */
  coverage: number;
  /** Words of the text in the middle. */
  medianWords: number;
  inLength: number;
  inLanguage: number;
}

/** Sums verdicts up; `null` is a product without a text. */
export function summarise(verdicts: readonly (Verdict | null)[]): Summary {
  const made = verdicts.filter((each) => each !== null);
  const sum = (of: (verdict: Verdict) => number) => made.reduce((total, each) => total + of(each), 0);
  const words = made.map((each) => each.words).toSorted((one, other) => one - other);
  return {
    products: verdicts.length,
    texts: made.length,
    clean: made.filter(({ invented }) => invented.length === 0).length,
    inventedPerText: sum(({ invented }) => invented.length) / Math.max(1, made.length),
    coverage:
      sum(({ said }) => said) /
      Math.max(
        1,
        sum(({ facts }) => facts),
      ),
    medianWords: words[Math.floor(words.length / 2)] ?? 0,
    inLength: made.filter(({ isInLength }) => isInLength).length,
    inLanguage: made.filter(({ isInLanguage }) => isInLanguage).length,
  };
}
