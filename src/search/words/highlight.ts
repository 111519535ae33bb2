import type { ListItem } from "../../products/schema.ts";
import { replaceTags } from "../../text/plain-text.ts";
import type { FoundWord } from "./find-word.ts";

/** A long text is shown from a little before its first hit on. */
const SNIPPET_LENGTH = 200;
const BEFORE_HIT = 40;
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const SIGN = /[&<>"']/;
const SIGNS = /[&<>"']/g;
// Few texts have such a sign.
const escapeHtml = (text: string) => (SIGN.test(text) ? text.replace(SIGNS, (sign) => ENTITIES[sign] ?? sign) : text);

const withoutTags = (html: string | null) => (html === null ? null : replaceTags(html, " "));

const FIELDS = {
  title: ({ title }: ListItem) => title,
  reference: ({ reference }: ListItem) => reference,
  ean: ({ ean }: ListItem) => ean,
  brand_name: ({ brand_name: name }: ListItem) => name,
  category_name: ({ category_name: name }: ListItem) => name,
  short_description: ({ short_description: html }: ListItem) => withoutTags(html),
  description: ({ description: html }: ListItem) => withoutTags(html),
};

/** The fields of a product in which `find` finds words, as HTML: the text escaped, each hit in `<em>`. */
export function highlightsOf(product: ListItem, find: (text: string) => FoundWord[]): Record<string, string> {
  const highlights: Record<string, string> = {};
  for (const [field, read] of Object.entries(FIELDS)) {
    const html = highlight(read(product) ?? "", find);
    if (html !== undefined) highlights[field] = html;
  }
  return highlights;
}

function highlight(text: string, find: (text: string) => FoundWord[]): string | undefined {
  const hits = find(text);
  const [first] = hits;
  if (!first) return undefined;
  const from = text.length <= SNIPPET_LENGTH ? 0 : Math.max(0, first.from - BEFORE_HIT);
  const to = Math.min(text.length, from + SNIPPET_LENGTH);
  let html = from > 0 ? "…" : "";
  let at = from;
  for (const hit of hits.filter((each) => each.to <= to)) {
    html += `${escapeHtml(text.slice(at, hit.from))}<em>${escapeHtml(text.slice(hit.from, hit.to))}</em>`;
    at = hit.to;
  }
  return html + escapeHtml(text.slice(at, to)) + (to < text.length ? "…" : "");
}
