/** Of shorter words a letter more or less makes others. */
const LENGTH_MIN = 4;
const IS_WORD = /^[a-z]+$/;

/** How words end, and what may stand there instead; the first that fits. */
type Endings = readonly [ending: RegExp, instead: readonly string[]][];

/** Of plurals in the singular: English, French, German, Spanish. */
const SINGULARS: Endings = [
  [/ss$/, []],
  [/ies$/, ["ie", "y"]],
  [/(?<=eau)x$/, [""]],
  [/aux$/, ["al", "au"]],
  [/(?<=[eo]u)x$/, [""]],
  [/(?<=[sxz]|[cs]h)es$/, ["", "e"]],
  [/es$/, ["e", ""]],
  [/s$/, [""]],
  [/en$/, ["e", ""]],
];

/** Of singulars in the plural. */
const PLURALS: Endings = [
  [/(?<=[sxz]|[cs]h)$/, ["es"]],
  [/(?<=[^aeiou])y$/, ["ies"]],
  [/al$/, ["aux", "als"]],
  [/(?<=eau|eu)$/, ["x"]],
  [/(?<=e)$/, ["s", "n"]],
  [/(?<=[dlnr])$/, ["s", "es"]],
  [/$/, ["s"]],
];
const IS_PLURAL = /[^s]s$|ux$/;

function withOther(word: string, endings: Endings): string[] {
  const [ending = /$/, instead = []] = endings.find(([each]) => each.test(word)) ?? [];
  return instead.map((each) => word.replace(ending, each)).filter(({ length }) => length >= LENGTH_MIN - 1);
}

const UMLAUTS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue" };

/** A text whose umlauts are written in two letters, as who has no such keys types them. */
export const inTwoLetters = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter);

/** A word that may have an umlaut in two letters, as texts that have the umlaut are compared. */
const inOneLetter = (word: string): string => word.replace(/(?<=[ao])e|(?<=(?<![aeoq])u)e/g, "");

/**
 * A word, as words are compared, in its other number and with umlauts written otherwise, by how it ends and not by what it
 * means: most of these forms are no words, and are found nowhere. `typed` is the word with its umlauts in two letters.
 */
export function formsOf(word: string, typed = word): string[] {
  if (word.length < LENGTH_MIN || !IS_WORD.test(word)) return [];
  const numbers = IS_PLURAL.test(word)
    ? withOther(word, SINGULARS)
    : [...withOther(word, SINGULARS), ...withOther(word, PLURALS)];
  const forms = new Set([...numbers, inOneLetter(word), typed]);
  forms.delete(word);
  return [...forms];
}
