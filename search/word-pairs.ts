/** Of shorter parts many words are made by chance. */
export const PART_LENGTH_MIN = 3;

/** Whether a word may be two that are written as one. Digits are parts of codes. */
export const isPairable = (word: string): boolean => word.length >= 2 * PART_LENGTH_MIN && !/\d/.test(word);

/** What each word of a text and the next are, written as one. */
export const pairsIn = (words: readonly string[]): string[] =>
  words.flatMap((word, at) => {
    const next = words[at + 1] ?? "";
    return word.length >= PART_LENGTH_MIN && next.length >= PART_LENGTH_MIN ? [word + next] : [];
  });
