import { replaceTags } from "../../../text/plain-text.ts";

const BLOCK_ENDS = /<\/(?:p|li|ul|ol|h[1-6]|div|tr|td)\s*>|<br\s*\/?>/gi;
/** Behind "No. 8" and its kin a sentence goes on. */
const ENDS =
  /(?<=[.!?…]["»”)]?)(?<!(?:^|[\s(])(?:[Nn][or]|[Nn]os|[Aa]rt|[Rr][eé]f|env|approx|ca|max|min|[Vv]ol|[Ff]ig|[Dd]im)\.)\s+(?=["«“(]?[\p{Lu}\p{N}])|\n+/u;
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", apos: "'", nbsp: " " };

/** A text without its tags, a line for each block. */
const plainLines = (text: string): string =>
  replaceTags(text.replaceAll(BLOCK_ENDS, "\n"), " ").replaceAll(
    /&(amp|lt|gt|quot|#39|apos|nbsp);/g,
    (whole, name: string) => NAMED[name] ?? whole,
  );

/** The sentences of a text or of simple HTML; an item of a list is one. */
export const sentencesOf = (text: string): string[] =>
  plainLines(text)
    .split(ENDS)
    .map((sentence) => sentence.replaceAll(/\s+/g, " ").trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));

/** Endings by which one word is written in several ways are cut off: what remains is compared. */
const STEM = 6;
/** Shorter words say too little; numbers are compared by themselves. */
const WORD_MIN = 3;

/** The words of a text as they are compared: without case, accents and endings, each once. */
export const wordKeys = (text: string): Set<string> =>
  new Set(
    (
      text
        .normalize("NFD")
        .replaceAll(/\p{M}/gu, "")
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? []
    ).flatMap((word) => (word.length < WORD_MIN || /^\d+$/.test(word) ? [] : [word.slice(0, STEM)])),
  );
