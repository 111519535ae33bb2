import type { Language } from "../../output/messages.ts";
import type { Section } from "./documents-search.ts";
import { escapeHtml, pageHtml } from "./frame.ts";

const WORDS = {
  en: { title: "Search", found: (count: number) => `Found: ${count}`, none: "Nothing has all of these words." },
  fr: { title: "Recherche", found: (count: number) => `Résultats : ${count}`, none: "Rien ne contient tous ces mots." },
} as const;
const SHOWN_CHARACTERS = 220;

/** The beginning of a text, up to a blank. */
const beginningOf = (text: string) =>
  text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS).replace(/\s+\S*$/, "")} …`;

const hit = ({ page, heading, href, text }: Section) =>
  `<li><a href="${escapeHtml(href)}">${escapeHtml(heading)}</a> <span class="soft">${escapeHtml(page)}</span><p>${escapeHtml(beginningOf(text))}</p></li>`;

/** `/docs/search`: what was found of the documents, errors and operations. */
export function searchPage(query: string, hits: readonly Section[], language: Language): string {
  const words = WORDS[language];
  const said = query.trim() === "" ? "" : hits.length > 0 ? words.found(hits.length) : words.none;
  return pageHtml({
    title: words.title,
    path: "/docs/search",
    language,
    query,
    other: language === "fr" ? "en" : "fr",
    body: `<main class="page">\n<h1>${words.title}</h1>\n<p role="status">${said}</p>\n<ul class="hits">\n${hits.map(hit).join("\n")}\n</ul>\n</main>`,
  });
}
