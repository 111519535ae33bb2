import { GUARD, marked, renderTemplate, type Variables } from "../prompts/render-template.ts";
import type { ResolvedPrompt } from "../prompts/resolve-prompt.ts";
import type { ChatMessage } from "../provider/chat-request.ts";

const FORMATS: Record<ResolvedPrompt["format"], string> = {
  text: "Answer with plain text only.",
  html: "Answer with simple HTML only (p, br, ul, ol, li, strong, em).",
  markdown: "Answer with Markdown only.",
  json: "Answer with one JSON object and nothing else.",
};

/** What belongs to a request besides the prompt and the product. */
export interface Besides {
  /** Named blocks of data that the template has no variable for. */
  blocks?: Readonly<Record<string, string>>;
}

const USES_SOURCES = /\{\{\s*(?:product\.)?(?:documents|web_results)\s*\}\}/;

/**
 * The messages for a model: the prompt with the product's values as data, the format and the language, and last that data
 * are no instructions. Documents that the template does not name are put behind it.
 */
export function composeMessages(
  prompt: Pick<ResolvedPrompt, "system" | "template" | "format">,
  variables: Variables,
  { blocks = {} }: Besides = {},
): { messages: ChatMessage[]; unknown: string[] } {
  const { text, unknown } = renderTemplate(prompt.template, variables);
  const language = variables["target_language"] || variables["language"];
  const unnamed = USES_SOURCES.test(prompt.template)
    ? {}
    : { Documents: variables["documents"] ?? "", "Web results": variables["web_results"] ?? "" };
  const behind = Object.entries({ ...unnamed, ...blocks })
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `\n\n${name}: ${marked(value)}`);
  const system = [
    renderTemplate(prompt.system, variables).text,
    FORMATS[prompt.format],
    `Write in this language (ISO 639-1): ${language}.`,
    GUARD,
  ];
  return {
    messages: [
      { role: "system", content: system.join("\n") },
      { role: "user", content: text + behind.join("") },
    ],
    unknown,
  };
}
