import { nameKey } from "../../../text/name-key.ts";
import { ERRORS } from "../../output/faults/error-codes.ts";
import type { Language } from "../../output/messages.ts";
import { audienceOf } from "../documents/audiences.ts";
import type { Description } from "../documents/schemas.ts";
import { METHODS } from "../documents/shared-parts.ts";
import { documentText } from "./document-text.ts";
import { escapeHtml, pageHtml } from "./frame.ts";
import { anchorOf } from "./markdown.ts";
import { splitSections } from "./markdown-sections.ts";
import { SERVED_DOCUMENTS } from "./served-documents.ts";

/** An operation as a search shows it. */
interface FoundOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  tag: string;
  /** Where Swagger UI shows it. */
  href: string;
}

/** Every operation of a description, in its order. */
export const operationsFound = (description: Description): FoundOperation[] =>
  Object.entries(description.paths ?? {}).flatMap(([path, item = {}]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      const id = operation?.operationId;
      if (!operation || id === undefined) return [];
      const tag = operation.tags?.[0] ?? "default";
      const part = audienceOf(tag)?.id ?? "";
      const href = `/docs/api?part=${part}#/${encodeURIComponent(tag)}/${id}`;
      const { summary = "", description: text = "" } = operation;
      return [{ id, method: method.toUpperCase(), path, summary, description: text, tag, href }];
    }),
  );

/** What a search of the documentation can find. */
export interface Section {
  /** The page it is on. */
  page: string;
  heading: string;
  href: string;
  text: string;
  /** Heading and text as they are compared. */
  headingKey: string;
  key: string;
  /** What it is called, as it is compared: who asks for one of these means it. */
  names: readonly string[];
}

const HITS_MAX = 50;
const WORDS_MAX = 8;
const WORD_LENGTH_MAX = 60;
const HEADING_WEIGHT = 10;
/** More than words in a heading can weigh. */
const NAME_WEIGHT = 1000;

const section = (
  page: string,
  heading: string,
  href: string,
  text: string,
  names: readonly string[] = [heading],
): Section => {
  const headingKey = nameKey(`${page} ${heading}`);
  return { page, heading, href, text, headingKey, key: `${headingKey} ${nameKey(text)}`, names: names.map(nameKey) };
};

const BASE = "/api/v1";
const operationSection = ({ id, method, path, summary, description, tag, href }: FoundOperation): Section => {
  const short = path.replace(BASE, "");
  const names = [id, summary, ...[path, short].flatMap((each) => [each, `${method} ${each}`])];
  return section(`API · ${tag}`, id, href, `${method} ${path} ${summary}. ${plain(description)}`, names);
};

/** The words of a Markdown text, without marks, addresses of links and lines of tables. */
const plain = (markdown: string) =>
  markdown
    .replaceAll(/^(?:> |\|[-:| ]+\|$)/gm, "")
    .replaceAll(/[`*]|\]\([^)]*\)|\[|(?<!\\)\| ?/g, "")
    .trim();

/** Everything that a search finds: parts of documents, error codes and operations. */
export async function sectionsOf(description: Description, language: Language): Promise<Section[]> {
  const documents = await Promise.all(
    SERVED_DOCUMENTS.map(async (document) => {
      const { text } = await documentText(document, language, "");
      return splitSections(text).map((part) =>
        section(
          document.title[language],
          plain(part.heading),
          `/docs/${document.id}#${anchorOf(part.heading)}`,
          plain(part.text.replace(/^.*\n/, "")),
        ),
      );
    }),
  );
  const errors = Object.entries(ERRORS).map(([code, { says, fix }]) =>
    section(
      language === "fr" ? "Erreurs" : "Errors",
      code,
      `/docs/errors#${code}`,
      `${says[language]} ${fix[language]}`,
    ),
  );
  return [...documents.flat(), ...errors, ...operationsFound(description).map(operationSection)];
}

/** The sections that have all the words: those first that are called so, then those that have them in their heading. */
export function searchSections(sections: readonly Section[], query: string): Section[] {
  const whole = nameKey(query);
  const words = whole
    .split(" ")
    .filter((word) => word !== "")
    .slice(0, WORDS_MAX)
    .map((word) => word.slice(0, WORD_LENGTH_MAX));
  if (words.length === 0) return [];
  const hits = sections.flatMap((each, place) => {
    if (!words.every((word) => each.key.includes(word))) return [];
    const inHeading = words.filter((word) => each.headingKey.includes(word)).length;
    return [{ each, score: inHeading * HEADING_WEIGHT + (each.names.includes(whole) ? NAME_WEIGHT : 0), place }];
  });
  return hits
    .toSorted((a, b) => b.score - a.score || a.place - b.place)
    .slice(0, HITS_MAX)
    .map(({ each }) => each);
}

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
