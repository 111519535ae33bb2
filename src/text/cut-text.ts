const TRAILING = /[\s,;:([{–—-]+$/u;

/** How a text is measured. */
export type Measure = "characters" | "bytes";

/** Its length in UTF-16 units, as most platforms count characters, or in bytes of UTF-8. */
export const sizeOf = (text: string, measure: Measure = "characters"): number =>
  measure === "bytes" ? Buffer.byteLength(text) : text.length;

interface Cut {
  measure?: Measure;
  /** What stands for what is left out. */
  end?: string;
}

/** The longest beginning of a text of at most `room`, with no letter halved. */
function beginningOf(text: string, room: number, measure: Measure): string {
  let size = 0;
  let length = 0;
  for (const letter of text) {
    size += sizeOf(letter, measure);
    if (size > room) break;
    length += letter.length;
  }
  return text.slice(0, length);
}

/** A text of at most `max`, that ends with a word where there is one in its second half. */
export function cutByWords(text: string, max: number, { measure = "characters", end = "…" }: Cut = {}): string {
  if (sizeOf(text, measure) <= max) return text;
  const cut = beginningOf(text, Math.max(0, max - sizeOf(end, measure)), measure);
  const isWhole = /\s/.test(text.charAt(cut.length));
  const space = isWhole ? cut.length : cut.search(/\s\S*$/);
  const words = space > cut.length / 2 ? cut.slice(0, space) : cut;
  return `${words.replace(TRAILING, "")}${end}`;
}
