import type { Language } from "../../output/messages.ts";
import { documentText } from "./document-text.ts";
import { pageHtml } from "./frame.ts";
import { renderMarkdown } from "./markdown.ts";
import type { ServedDocument } from "./served-document.ts";

const WORDS = { en: "This page as Markdown", fr: "Cette page en Markdown" };

/** `/docs/{id}`: a document of the repository. It is loaded when somebody reads it. */
export async function documentPage(document: ServedDocument, language: Language): Promise<string> {
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
