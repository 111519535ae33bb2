import { Elysia } from "elysia";
import { LRUCache } from "lru-cache";
import type { Config } from "../../config/config.ts";
import { originOf } from "../gate/caller/origin.ts";
import type { SecureServices } from "../gate/credentials/cookies.ts";
import { negotiateLanguage } from "../input/language.ts";
import { ApiError } from "../output/errors.ts";
import type { Language } from "../output/messages.ts";
import { answerPrepared, type PreparedBody, prepareBody } from "../output/prepared-body.ts";
import { type DescriptionServices, type ReadDescriptions, showsOperatorRoutes } from "./documents/openapi.ts";
import { documentText, SAMPLE_ORIGIN } from "./pages/document-text.ts";
import { type Section, searchPage, searchSections, sectionsOf } from "./pages/documents-search.ts";
import { keepingLanguage, pageHtml } from "./pages/frame.ts";
import { llmsText } from "./pages/llms.ts";
import { renderMarkdown } from "./pages/markdown.ts";
import { PAGE_POLICY } from "./pages/policies.ts";
import type { ServedDocument } from "./pages/served-document.ts";
import { SERVED_DOCUMENTS } from "./pages/served-documents.ts";
import { EXAMPLE_FILES, exampleText } from "./pages/served-examples.ts";
import { startPage } from "./pages/start-page.ts";

const DAY_MS = 86_400_000;
/** The standard recommends less than a year. */
const VALID_DAYS = 180;

interface SecurityServices extends SecureServices {
  config: SecureServices["config"] & Pick<Config, "securityContact">;
  now: () => number;
}

/**
 * `/.well-known/security.txt`: where to report a vulnerability of this installation; 404 until the operator has named a
 * contact. Source: https://www.rfc-editor.org/rfc/rfc9116
 */
function securityText(request: Request, services: SecurityServices): Response {
  const { config, now } = services;
  if (config.securityContact === undefined) throw new ApiError("NOT_FOUND");
  const origin = originOf(request, services);
  const lines = [
    `Contact: ${config.securityContact}`,
    `Expires: ${new Date(now() + VALID_DAYS * DAY_MS).toISOString()}`,
    "Preferred-Languages: en, fr",
    `Canonical: ${origin}/.well-known/security.txt`,
    `Policy: ${origin}/docs/security`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache" },
  });
}

const WORDS = { en: "This page as Markdown", fr: "Cette page en Markdown" };

/** `/docs/{id}`: a document of the repository. It is loaded when somebody reads it. */
async function documentPage(document: ServedDocument, language: Language): Promise<string> {
  const { text, otherAnchors } = await documentText(document, language, "");
  const path = `/docs/${document.id}`;
  const html = await renderMarkdown(text, otherAnchors);
  return pageHtml({
    title: document.title[language],
    path,
    language,
    other: language === "en" ? "fr" : "en",
    head: `<link rel="alternate" type="text/markdown" href="${path}.md">\n`,
    body: `<main class="page">\n${html}<p class="soft"><a href="${path}.md">${WORDS[language]}</a></p></main>`,
  });
}

/** Callers may name any host: what was made for few of them is kept. */
const KEPT_MAX = 160;
/** The longest query that is looked at. */
const QUERY_MAX = 200;
const HTML = { "content-type": "text/html; charset=utf-8", "content-security-policy": PAGE_POLICY };
const MARKDOWN = { "content-type": "text/markdown; charset=utf-8" };
const PLAIN = { "content-type": "text/plain; charset=utf-8" };
const FRESH = { "cache-control": "no-cache" };

type Make = (language: Language) => Promise<string> | string;

/** The language that an address names. */
function namedLanguage(request: Request): Language | undefined {
  const named = new URL(request.url).searchParams.get("language");
  return named === "en" || named === "fr" ? named : undefined;
}

/** The language of a page: what its address says, else what the caller likes best. */
const languageOf = (request: Request, fallback: Language): Language =>
  namedLanguage(request) ?? negotiateLanguage(request.headers.get("accept-language"), fallback);

/** A page as it is asked for: where its address names a language, the addresses in it do so too. */
function inNamedLanguage(page: string, request: Request): string {
  const named = namedLanguage(request);
  return named === undefined ? page : keepingLanguage(page, named);
}

/** Serves texts by language, with this service's own address where they name an example's. */
function servingByLanguage(services: DescriptionServices & { defaultLocale: Language }) {
  const made = new Map<string, Promise<string>>();
  const bodies = new LRUCache<string, PreparedBody>({ max: KEPT_MAX });
  return (path: string, make: Make, headers: Record<string, string>) =>
    async ({ request }: { request: Request }) => {
      const language = languageOf(request, services.defaultLocale);
      const origin = originOf(request, services);
      const key = `${language} ${path}`;
      const text = made.get(key) ?? Promise.resolve(make(language));
      made.set(key, text);
      const kept = `${key} ${origin} ${namedLanguage(request) ?? ""}`;
      const withOwn = (page: string) => {
        const own = page.replaceAll(SAMPLE_ORIGIN, origin);
        return headers === PLAIN ? own : inNamedLanguage(own, request);
      };
      const body = bodies.get(kept) ?? prepareBody(withOwn(await text));
      bodies.set(kept, body);
      return answerPrepared(request, body, { ...headers, ...FRESH, vary: "Accept-Language" });
    };
}

/** A search through the documents, the errors and the operations. */
function searchRoute(services: DescriptionServices, read: ReadDescriptions) {
  const known = new Map<string, Promise<Section[]>>();
  return async ({ request }: { request: Request }) => {
    const language = languageOf(request, services.config.defaultLocale);
    const name = showsOperatorRoutes(request, services) ? "full" : "ofStrangers";
    const key = `${language} ${name}`;
    const sections = known.get(key) ?? read().then((all) => sectionsOf(all[name], language));
    known.set(key, sections);
    const query = new URL(request.url).searchParams.get("q")?.slice(0, QUERY_MAX) ?? "";
    const html = inNamedLanguage(searchPage(query, searchSections(await sections, query), language), request);
    return new Response(html, { headers: { ...HTML, ...FRESH, vary: "Accept-Language" } });
  };
}

/** The documents of the repository, as pages and as Markdown, with a search; what machines read first. */
export function documentRoutes(services: DescriptionServices, read: ReadDescriptions) {
  const serve = servingByLanguage({ ...services, defaultLocale: services.config.defaultLocale });
  const routes = new Elysia({ detail: { hide: true } })
    .get("/docs", serve("/docs", startPage, HTML))
    .get("/docs/search", searchRoute(services, read))
    .get(
      "/llms.txt",
      serve("/llms.txt", () => llmsText(SAMPLE_ORIGIN), PLAIN),
    )
    .get("/.well-known/security.txt", ({ request }) => securityText(request, services));
  for (const document of SERVED_DOCUMENTS) {
    const path = `/docs/${document.id}`;
    routes.get(
      path,
      serve(path, (language) => documentPage(document, language), HTML),
    );
    routes.get(
      `${path}.md`,
      serve(`${path}.md`, async (language) => (await documentText(document, language, ".md")).text, MARKDOWN),
    );
  }
  for (const file of EXAMPLE_FILES) {
    const path = `/docs/examples/${file}`;
    routes.get(
      path,
      serve(path, () => exampleText(file), PLAIN),
    );
  }
  return routes;
}
