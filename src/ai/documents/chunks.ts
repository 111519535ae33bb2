/** About how long a passage is, and how much of it the next one repeats. Source: decision S33.10. */
const LENGTH = 800;
const OVERLAP = 100;
const ENDS = ["\n\n", "\n", ". ", " "];

/** Where a passage that begins here ends: behind a paragraph, a line, a sentence or a word, in the second half of it. */
function endOf(text: string, from: number): number {
  if (text.length - from <= LENGTH) return text.length;
  for (const mark of ENDS) {
    const at = text.lastIndexOf(mark, from + LENGTH - mark.length);
    if (at > from + LENGTH / 2) return at + mark.length;
  }
  return from + LENGTH;
}

/** A passage. Plain data. */
export interface Chunk {
  text: string;
  /** The page on which it begins, from 1; `null`: the text has no pages. */
  page: number | null;
}

/** What separates the pages of a text. */
export const PAGE_END = "\f";

/** The pages of a text; behind the end of the last one is none. */
export const pagesOf = (text: string): string[] => text.replace(/\f$/, "").split(PAGE_END);

/** Cuts a text into passages that overlap, each on one page. */
export function chunksOf(text: string): Chunk[] {
  const pages = text.split(PAGE_END);
  const hasPages = pages.length > 1;
  return pages.flatMap((page, index) =>
    passagesOf(page).map((each) => ({ text: each, page: hasPages ? index + 1 : null })),
  );
}

function passagesOf(text: string): string[] {
  const chunks: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = endOf(text, from);
    const chunk = text.slice(from, to).trim();
    if (chunk !== "") chunks.push(chunk.toWellFormed());
    if (to === text.length) break;
    // The overlap begins with a word.
    const space = text.indexOf(" ", to - OVERLAP);
    from = space > 0 && space < to ? space + 1 : to;
  }
  return chunks;
}
