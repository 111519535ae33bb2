import { escapedPattern } from "../../text/escaped.ts";
import type { Terms } from "./translation-terms.ts";

/** The placeholder of a value in texts: unchanged. */
const PLACEHOLDER = String.raw`\{\{[^{}]{1,100}\}\}|\{[\w.]{1,50}\}|%(?:\d\$)?[sd]`;
const TAG = /<[^<>]{1,2000}>/;
const SPAN = /<span translate="no">([\s\S]*?)<\/span>/g;
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", apos: "'", nbsp: "\u00a0" };

const escapeHtml = (text: string) => text.replaceAll(/[&<>]/g, (each) => ENTITIES[each] ?? each);
/** A text without its entities: `&amp;` is `&`. */
export const plainOf = (html: string): string =>
  html.replaceAll(/&(amp|lt|gt|quot|#39|apos|nbsp);/g, (whole, name: string) => NAMED[name] ?? whole);

/** A text as a translator is given it: HTML, with spans around what it must keep. */
export interface Protected {
  html: string;
  /** The contents of the spans, in their order. */
  spans: string[];
  isHtml: boolean;
}

/** What a text must keep, and what takes its place in the translation. */
export interface ProtectedTerms {
  /** Longest first. */
  terms: readonly string[];
  /** In lower case. */
  glossary: ReadonlyMap<string, string>;
}

/** The words to keep in a language: those of the tenant, and the brand of the product. */
export function protectedTerms(
  { do_not_translate: own, glossary }: Terms,
  language: string,
  brand: string,
): ProtectedTerms {
  const translated = Object.entries(glossary[language] ?? {});
  const words = [...own, ...(brand === "" ? [] : [brand]), ...translated.map(([term]) => term)];
  return {
    terms: [...new Set(words)].toSorted((one, other) => other.length - one.length),
    glossary: new Map(translated.map(([term, word]) => [term.toLowerCase(), word])),
  };
}

/** Puts spans around placeholders and words that stay. A plain text is written as HTML, so that all goes the same way. */
export function protect(text: string, { terms, glossary }: ProtectedTerms, isHtml: boolean): Protected {
  const spans: string[] = [];
  // HTML may have `&` as it is, too.
  const written = terms.flatMap((term) => [...new Set([escapeHtml(term), ...(isHtml ? [term] : [])])]);
  const words = written.map((term) => `(?<![\\p{L}\\p{N}])${escapedPattern(term)}(?![\\p{L}\\p{N}])`);
  const pattern = new RegExp(`(${TAG.source})|(${[PLACEHOLDER, ...words].join("|")})`, "giu");
  const source = isHtml ? text : escapeHtml(text);
  const html = source.replace(pattern, (whole, tag: string | undefined) => {
    if (tag !== undefined) return whole;
    spans.push(glossary.get(plainOf(whole).toLowerCase()) ?? whole);
    return `<span translate="no">${spans.at(-1)}</span>`;
  });
  return { html, spans, isHtml };
}

/** Takes the spans out of a translation, each with what stood in it; a plain text is plain again. */
export function restore(translated: string, { spans, isHtml }: Protected): string {
  let at = 0;
  const count = translated.match(SPAN)?.length ?? 0;
  // Where some were lost, what the translator left in the others is the best there is.
  const text = translated.replace(SPAN, (_, inner: string) =>
    count === spans.length ? (spans[at++] ?? inner) : inner,
  );
  return isHtml ? text : plainOf(text);
}
