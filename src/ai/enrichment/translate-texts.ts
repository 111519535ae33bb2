import type { ResolvedPrompt } from "../prompts/resolve-prompt.ts";
import type { ModelAnswer } from "../provider/call-model.ts";
import type { ProviderFailure } from "../provider/call-provider.ts";
import { isOtherLanguage } from "../provider/detect-language.ts";
import { TRANSLATABLE_FIELDS } from "../translation/fields.ts";
import { translationSchema } from "./answer-schema.ts";
import { callUntilUsable } from "./call-until-usable.ts";
import { composeMessages } from "./compose.ts";
import { type Generation, type GenerationPlace, generatedOf, type TypeFailure } from "./generation.ts";
import { type Target, variablesOf } from "./product-facts.ts";
import { readGenerated } from "./read-answer.ts";
import type { Generated } from "./types.ts";

/** Texts to translate into one language, and how. */
export interface TextsToTranslate {
  prompt: ResolvedPrompt;
  texts: Readonly<Record<string, string>>;
  language: string;
  action?: string | undefined;
  /** Named blocks of data besides, such as words to keep. */
  blocks?: Readonly<Record<string, string>>;
  batch: Generation["batch"];
}

/** Lets the model translate texts of a target, each by its field. */
export async function translateTexts(
  place: GenerationPlace,
  target: Target,
  { prompt, texts, language, action = "translate", blocks = {}, batch }: TextsToTranslate,
): Promise<{ made: Record<string, string>; answers: ModelAnswer[] } | { failure: ProviderFailure }> {
  const source = JSON.stringify(texts);
  const own = { ...(await variablesOf(place.db, target)), language, target_language: language, source_text: source };
  const hasSource = /\{\{\s*(?:product\.)?source_text\s*\}\}/.test(prompt.template);
  const all = hasSource ? blocks : { ...blocks, Texts: source };
  const { messages } = composeMessages({ ...prompt, format: "json" }, own, { blocks: all });
  const schema = translationSchema(Object.keys(texts));
  const about = { promptSlug: prompt.slug, productId: target.product.id };
  const request = { purpose: "translate" as const, action, messages, isJson: true, schema, ...about };
  return callUntilUsable(place, request, { batch, piece: `translate:${language}` }, async ({ text }) => {
    const read = readGenerated("translate", { text, format: "json" }, Object.keys(texts));
    if (!read) return undefined;
    const made = read.value as Record<string, string>; // what `readTranslation` makes
    return (await isOtherLanguage(Object.values(made).join(" "), language)) ? undefined : made;
  });
}

/** Translates the texts of a target into the enabled languages that have none. */
export async function generateTranslations(
  place: GenerationPlace,
  target: Target,
  prompt: ResolvedPrompt,
  { action, batch, languages }: Generation & { languages: readonly string[] },
): Promise<Generated | TypeFailure> {
  const source = TRANSLATABLE_FIELDS.flatMap((field) => {
    const text = target.texts[field];
    return typeof text === "string" && text !== "" ? [[field, text] as const] : [];
  });
  const texts: Record<string, Record<string, string>> = {};
  const answers: ModelAnswer[] = [];
  for (const language of source.length > 0 ? languages : []) {
    const wanted = { prompt, texts: Object.fromEntries(source), language, action, batch };
    const outcome = await translateTexts(place, target, wanted);
    if ("failure" in outcome) return { type: "translate", ...outcome.failure };
    texts[language] = outcome.made;
    answers.push(...outcome.answers);
  }
  return generatedOf("translate", prompt, { value: texts, fields: {}, texts }, answers);
}
