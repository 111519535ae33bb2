import packageJson from "../../../../package.json" with { type: "json" };
import type { Language } from "../../output/messages.ts";

/** Code and tags, which stay, or a blank that no line may end at. */
const BLANKS = /<(pre|code)\b[\s\S]*?<\/\1>|<[^>]*>| (?=[:;!?»])|(?<=«) |(?<=\d) (?=\d{3}(?!\d))/g;

/** French HTML in which no line begins with a colon or the second half of a number. */
export const withFrenchSpaces = (html: string): string =>
  html.replaceAll(BLANKS, (found) => (found === " " ? "&nbsp;" : found));

/** Text as it is written in HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const LINKS = [
  ["/docs", "Start", "Accueil"],
  ["/docs/api", "API", "API"],
  ["/docs/guide", "Guide", "Guide"],
  ["/docs/errors", "Errors", "Erreurs"],
  ["/docs/client.ts", "Client", "Client"],
  ["/health", "Health", "Santé"],
] as const;
const WORDS = {
  en: { documentation: "Documentation", search: "Search", inFrench: "En français" },
  fr: { documentation: "Documentation", search: "Chercher", inFrench: "In English" },
} as const;

interface Page {
  title: string;
  /** Its address, to mark it among the links. */
  path: string;
  /** HTML of its main part, or of all below the header. */
  body: string;
  language?: Language;
  /** The language in which the page can be read as well. */
  other?: Language;
  /** What was searched for. */
  query?: string;
  /** HTML for the head. */
  head?: string;
}

interface Top {
  path: string;
  language: Language;
  query?: string;
  /** Further links, as HTML. */
  links: readonly string[];
}

/** The header of a page of the documentation: the links to the others, and the search. */
export function topHtml({ path, language, query = "", links }: Top): string {
  const words = WORDS[language];
  const pages = LINKS.map(
    ([address, english, french]) =>
      `<a href="${address}"${address === path ? ' aria-current="page"' : ""}>${language === "fr" ? french : english}</a>`,
  );
  return `<header class="top">
<a class="home" href="/docs"><img src="/favicon.svg" alt="" width="24" height="24"> catalogd <span>${packageJson.version}</span></a>
<nav aria-label="${words.documentation}">${[...pages, ...links].join(" ")}</nav>
<form role="search" action="/docs/search"><input type="search" name="q" value="${escapeHtml(query)}" maxlength="200" aria-label="${words.search}" placeholder="${words.search}"></form>
</header>`;
}

/** A page of the documentation: its header with the links to the others, and its body. */
export function pageHtml({ title, path, body, language = "en", other, query = "", head = "" }: Page): string {
  const words = WORDS[language];
  const inOther = other && `${path}?${query === "" ? "" : `q=${encodeURIComponent(query)}&amp;`}language=${other}`;
  const alternate = inOther ? `<link rel="alternate" hreflang="${other}" href="${inOther}">\n` : "";
  const links = inOther ? [`<a href="${inOther}" lang="${other}" hreflang="${other}">${words.inFrench}</a>`] : [];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · catalogd</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/page.css">
${alternate}${head}</head>
<body>
${topHtml({ path, language, query, links })}
${language === "fr" ? withFrenchSpaces(body) : body}
</body>
</html>
`;
}

/** Addresses of pages that are there in both languages, and of their Markdown, in HTML and in Markdown. */
const BOTH_LANGUAGES = /(href="|\]\()(\/docs(?:\/(?!api\b)[\w/-]+(?:\.md)?)?)(?=["#)])/g;

/** A page whose links keep the language that its own address names. */
export const keepingLanguage = (page: string, language: Language): string =>
  page
    .replaceAll(BOTH_LANGUAGES, `$1$2?language=${language}`)
    .replace('<input type="search"', `<input type="hidden" name="language" value="${language}"><input type="search"`);

export const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1d4ed8"/><path d="M8 9h16M8 16h16M8 23h9" stroke="#fff" stroke-width="3.4" stroke-linecap="round"/></svg>
`;

/** The style of our own pages, light and dark as the reader's system is. */
export const PAGE_CSS = `:root {
  --ink: #1c2330; --soft: #5a6474; --line: #d9dee7; --paper: #ffffff; --shade: #f4f6fa; --link: #1d4ed8;
}
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ef; --soft: #a2acbd; --line: #333c4a; --paper: #14181f; --shade: #1d232d; --link: #8ab4ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
a { color: var(--link); }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.top {
  display: flex; flex-wrap: wrap; align-items: center; gap: .4rem 1.6rem;
  padding: .7rem 1.2rem; border-bottom: 1px solid var(--line);
}
.top a { text-decoration: none; }
.top nav { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; }
.top form { margin-left: auto; }
.top input { padding: .25rem .6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--shade); color: var(--ink); font: inherit; }
.hits { padding: 0; list-style: none; }
.hits p { margin: 0 0 1rem; overflow-wrap: anywhere; }
.top [aria-current], .parts [aria-current] { color: var(--ink); font-weight: 600; }
.home { display: flex; align-items: center; gap: .5rem; color: var(--ink); font-weight: 700; }
.home span { color: var(--soft); font-weight: 400; font-size: .85rem; }
.parts { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; max-width: 1460px; margin: 0 auto; padding: .7rem 20px 0; }
.page {
  max-width: 52rem; margin: 0 auto; padding: 1.2rem 1.2rem 4rem;
  h1 { font-size: 1.7rem; line-height: 1.25; }
  h2 { margin-top: 2.2rem; font-size: 1.25rem; }
  h3 { margin-bottom: .2rem; font-size: 1rem; overflow-wrap: anywhere; }
  :target, :has(> span:target) { background: var(--shade); outline: .5rem solid var(--shade); }
  code, pre { font: .875em/1.55 ui-monospace, monospace; }
  pre { overflow-x: auto; padding: .8rem 1rem; background: var(--shade); border: 1px solid var(--line); border-radius: 6px; }
  :not(pre) > code { padding: .1em .3em; background: var(--shade); border-radius: 4px; overflow-wrap: anywhere; }
  table { display: block; overflow-x: auto; border-collapse: collapse; }
  th, td { padding: .35rem .7rem; border: 1px solid var(--line); text-align: left; vertical-align: top; }
  td:first-child > code { overflow-wrap: break-word; }
  table:not(:has(th:nth-child(4))) td:not(:first-child) { min-width: 7rem; overflow-wrap: anywhere; }
  .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .9rem; padding: 0; list-style: none; }
  .cards li { padding: .8rem 1rem; border: 1px solid var(--line); border-radius: 8px; }
  .cards a { font-weight: 600; }
  .cards p, section p { margin: .2rem 0 0; }
  .soft { color: var(--soft); }
}
@media (max-width: 40rem) {
  .top form { flex: 1 1 100%; margin: 0; }
  .top input[type="search"] { width: 100%; }
  /* A table of few columns has its cells below each other; others are scrolled. */
  .page table:not(:has(th:nth-child(4))) {
    thead { display: none; }
    tbody, tr, td { display: block; }
    tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
    td, td > code { overflow-wrap: anywhere; }
    td { padding: .1rem 0; border: 0; }
    td:empty { display: none; }
    td:first-child { font-weight: 600; }
  }
}
`;
