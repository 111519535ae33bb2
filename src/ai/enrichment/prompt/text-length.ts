import { replaceTags } from "../../../text/plain-text.ts";
import { describingFacts, type Fact, wordsOf } from "../facts/catalog-facts.ts";

/** How many words a text may have. */
export interface TextLength {
  min: number;
  max: number;
  /** Whether the facts carry less than what was asked for. */
  isShort: boolean;
}

/** What descriptions have where no one says otherwise. */
export const USUAL_LENGTH = { min: 80, max: 200 } as const;
/** What can be written without anything to say but the name, and about one fact more. */
const WORDS_FOR_NAME = 20;
const WORDS_A_FACT = 12;
/** How many words of a source carry one of the text. */
const SOURCE_WORDS_A_WORD = 2;

const wordCount = (text: string): number => replaceTags(text, " ").match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
const tens = (words: number) => Math.max(10, Math.round(words / 10) * 10);

/** How long a text can be without inventing anything: by its facts, and by the words of persons and documents. */
export function lengthOf(
  facts: readonly Fact[],
  sources: readonly string[],
  wanted: { min: number; max: number } = USUAL_LENGTH,
): TextLength {
  const words = sources.reduce((sum, source) => sum + wordCount(source), 0);
  const carried = WORDS_FOR_NAME + WORDS_A_FACT * describingFacts(facts).length + words / SOURCE_WORDS_A_WORD;
  if (carried >= wanted.max) return { ...wanted, isShort: false };
  const max = Math.min(wanted.max, tens(carried));
  return { min: Math.min(wanted.min, tens(max / 2)), max, isShort: max < wanted.min };
}

const SAYS = {
  fr: {
    range: (min: number, max: number) => `${min} à ${max} mots`,
    few:
      "Les données sont peu nombreuses : n'écrivez pas plus de {max} mots, quelle que soit la longueur demandée plus haut. " +
      "Un texte court et vrai est le bon ; n'ajoutez rien pour l'allonger.",
  },
  en: {
    range: (min: number, max: number) => `${min} to ${max} words`,
    few:
      "The data hold few facts: write no more than {max} words, whatever length is asked for above. A short and true text " +
      "is the right one; add nothing to make it longer.",
  },
};

/** The length in words of the prompt's language. */
export const lengthWords = ({ min, max }: TextLength, language: string): string =>
  SAYS[wordsOf(language)].range(min, max);

/** What a prompt says besides when facts are too few for the length that it asks for; "" when they are not. */
export const fewFactsRule = ({ max, isShort }: TextLength, language: string): string =>
  isShort ? SAYS[wordsOf(language)].few.replace("{max}", String(max)) : "";
