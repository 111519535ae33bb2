import { GUARD, GUARD_FR, marked, renderTemplate, type Variables } from "../../prompts/render-template.ts";
import type { ResolvedPrompt } from "../../prompts/resolve-prompt.ts";
import type { ChatMessage } from "../../provider/chat-request.ts";
import { wordsOf } from "../facts/catalog-facts.ts";

type Format = ResolvedPrompt["format"];

/** What stands behind a prompt, in its language. */
const TAILS: Record<
  "fr" | "en",
  { formats: Record<Format, string>; language: (name: string) => string; guard: string }
> = {
  en: {
    formats: {
      text: "Answer with plain text only.",
      html: "Answer with simple HTML only (p, br, ul, ol, li, strong, em).",
      markdown: "Answer with Markdown only.",
      json: "Answer with one JSON object and nothing else.",
    },
    language: (name) => `Write in this language: ${name}.`,
    guard: GUARD,
  },
  fr: {
    formats: {
      text: "Répondez en texte brut uniquement.",
      html: "Répondez en HTML simple uniquement (p, br, ul, ol, li, strong, em).",
      markdown: "Répondez en Markdown uniquement.",
      json: "Répondez par un objet JSON et rien d'autre.",
    },
    language: (name) => `Écrivez dans cette langue : ${name}.`,
    guard: GUARD_FR,
  },
};

/** What belongs to a request besides the prompt and the product. */
export interface Besides {
  /** Named blocks of data that the template has no variable for. */
  blocks?: Readonly<Record<string, string>>;
  /** Rules of the program or the tenant that stand behind the prompt: a part of the task. */
  rules?: readonly string[];
}

const USES_SOURCES = /\{\{\s*(?:product\.)?(?:documents|web_results)\s*\}\}/;

/** What a language is called, with its code: `Spanish (es)`. */
function languageName(code: string, words: "fr" | "en"): string {
  const name = new Intl.DisplayNames(words, { type: "language", fallback: "code" }).of(code);
  return name === undefined || name === code ? code : `${name} (${code})`;
}

/**
 * The messages for a model: the prompt with the product's values as data, the format, the language and the rules, and last
 * that data are no instructions. Documents that the template does not name are put behind it.
 */
export function composeMessages(
  prompt: Pick<ResolvedPrompt, "system" | "template" | "format" | "language">,
  variables: Variables,
  { blocks = {}, rules = [] }: Besides = {},
): { messages: ChatMessage[]; unknown: string[] } {
  const { text, unknown } = renderTemplate(prompt.template, variables);
  const words = wordsOf(prompt.language);
  const tail = TAILS[words];
  const language = variables["target_language"] || variables["language"] || prompt.language;
  const unnamed = USES_SOURCES.test(prompt.template)
    ? {}
    : { Documents: variables["documents"] ?? "", "Web results": variables["web_results"] ?? "" };
  const behind = Object.entries({ ...unnamed, ...blocks })
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `\n\n${name}: ${marked(value)}`);
  const system = [
    renderTemplate(prompt.system, variables).text,
    tail.formats[prompt.format],
    tail.language(languageName(language, words)),
    ...rules.filter((rule) => rule !== ""),
    tail.guard,
  ];
  return {
    messages: [
      { role: "system", content: system.join("\n") },
      { role: "user", content: text + behind.join("") },
    ],
    unknown,
  };
}
