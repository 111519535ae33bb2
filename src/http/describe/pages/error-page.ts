import type { Language } from "../../output/messages.ts";
import { escapeHtml, pageHtml } from "./frame.ts";

/** An error code as the reference shows it. */
export interface DocumentedError {
  error_code: string;
  status: number;
  message: string;
  how_to_fix: string;
}

const WORDS = {
  en: {
    title: "Errors",
    intro:
      "Every error has an <code>error_code</code>, and a <code>request_id</code> to give when you ask for support. Programs get this page as JSON.",
  },
  fr: {
    title: "Erreurs",
    intro:
      "Chaque erreur a un <code>error_code</code>, et un <code>request_id</code> à indiquer au support. Les programmes reçoivent cette page en JSON.",
  },
} as const;

const inCode = (text: string) => escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");

/** `/docs/errors` for a reader: each code has an anchor, `/docs/errors#NOT_FOUND`. */
export function errorPage(errors: readonly DocumentedError[], language: Language): string {
  const words = WORDS[language];
  const statuses = [...new Set(errors.map(({ status }) => status))].toSorted((a, b) => a - b);
  const groups = statuses.map((status) => {
    const codes = errors
      .filter((error) => error.status === status)
      .map(
        ({ error_code: code, message, how_to_fix: remedy }) =>
          `<section id="${code}"><h3><a href="#${code}">${code}</a></h3><p>${inCode(message)}</p><p class="soft">${inCode(remedy)}</p></section>`,
      );
    return `<h2 id="${status}">${status}</h2>\n${codes.join("\n")}`;
  });
  const links = statuses.map((status) => `<a href="#${status}">${status}</a>`);
  return pageHtml({
    title: words.title,
    path: "/docs/errors",
    language,
    other: language === "fr" ? "en" : "fr",
    body: `<main class="page">
<h1>${words.title}</h1>
<p>${words.intro}</p>
<nav aria-label="HTTP">${links.join(" · ")}</nav>
${groups.join("\n")}
</main>`,
  });
}
