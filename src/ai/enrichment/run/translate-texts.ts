import { namesPrompt } from "../../prompts/names-prompt.ts";
import type { ResolvedPrompt } from "../../prompts/resolve-prompt.ts";
import type { ModelAnswer } from "../../provider/call-model.ts";
import type { ProviderFailure } from "../../provider/call-provider.ts";
import { isOtherLanguage } from "../../provider/detect-language.ts";
import { repairWords, translationFaults } from "../../translation/check-translation.ts";
import type { ProtectedTerms } from "../../translation/protect.ts";
import { translationSchema } from "../answer/answer-schema.ts";
import { readGenerated } from "../answer/read-answer.ts";
import { wordsOf } from "../facts/catalog-facts.ts";
import type { Target } from "../facts/product-facts.ts";
import { trustOf } from "../grounding/ground-text.ts";
import type { Flag, Grounding, Metadata } from "../metadata.ts";
import { composeTranslation, findProtected, textsOf } from "../prompt/compose-translation.ts";
import type { Generated } from "../types.ts";
import { type Again, callUntilUsable } from "./call-until-usable.ts";
import { type Generation, type GenerationPlace, generatedOf, type TypeFailure } from "./generation.ts";

/** Texts to translate into one language, and how. */
export interface TextsToTranslate {
  prompt: ResolvedPrompt;
  texts: Readonly<Record<string, string>>;
  language: string;
  action?: string | undefined;
  /** What must be kept, and the glossary. */
  terms: ProtectedTerms;
  batch: Generation["batch"];
}

/** Texts that were translated, what of each was not kept, and the answers that were paid for. */
export interface TranslatedTexts {
  made: Record<string, string>;
  faults: Record<string, Flag[]>;
  answers: ModelAnswer[];
  /** The prompt that the name was translated by, where it was one of its own. */
  names?: Metadata["names_prompt"];
}

/**
 * Lets the model translate texts of a target, each by its field: the name by its prompt, then the others by theirs, so that the
 * name is not made a sentence, and a description no list of names.
 */
export async function translateTexts(
  place: GenerationPlace,
  target: Target,
  wanted: TextsToTranslate,
): Promise<TranslatedTexts | { failure: ProviderFailure }> {
  const { title, ...others } = wanted.texts;
  const prompt = title === undefined ? undefined : await namesPrompt(place.db, wanted.prompt, target.pivot);
  if (title === undefined || !prompt) return translateBy(place, target, wanted, "");
  const names = { slug: prompt.slug, version: prompt.version };
  const name = await translateBy(place, target, { ...wanted, prompt, texts: { title } }, ":name");
  if ("failure" in name) return name;
  if (Object.keys(others).length === 0) return { ...name, names };
  const rest = await translateBy(place, target, { ...wanted, texts: others }, "");
  if ("failure" in rest) return rest;
  return {
    made: { ...name.made, ...rest.made },
    faults: { ...name.faults, ...rest.faults },
    answers: [...name.answers, ...rest.answers],
    names,
  };
}

/** Translates by one prompt. */
async function translateBy(
  place: GenerationPlace,
  target: Target,
  { prompt, texts, language, action = "translate", terms, batch }: TextsToTranslate,
  part: ":name" | "",
): Promise<TranslatedTexts | { failure: ProviderFailure }> {
  const messages = await composeTranslation(place.db, target, { prompt, texts, language, terms }, part);
  const schema = translationSchema(Object.keys(texts));
  const about = { promptSlug: prompt.slug, productId: target.product.id };
  const request = { purpose: "translate" as const, action, messages, isJson: true, schema, ...about };
  const words = wordsOf(prompt.language);
  let isRepaired = false;
  const read = async ({ text }: ModelAnswer): Promise<Pick<TranslatedTexts, "made" | "faults"> | Again | undefined> => {
    const found = readGenerated("translate", { text, format: "json" }, Object.keys(texts));
    if (!found) return undefined;
    const made = found.value as Record<string, string>; // what `readTranslation` makes
    // Brands, codes and words of any language make up a name: what it is written in does not show.
    if (part === "" && (await isOtherLanguage(Object.values(made).join(" "), language))) return undefined;
    const faults = faultsOf(texts, made, terms);
    if (Object.keys(faults).length === 0 || isRepaired) return { made, faults };
    isRepaired = true;
    return { again: repairWords(faults, words) };
  };
  const outcome = await callUntilUsable(place, request, { batch, piece: `translate:${language}${part}`, words }, read);
  return "failure" in outcome ? outcome : { ...outcome.made, answers: outcome.answers };
}

/** What was not kept, by field; a field without a fault is not there. */
export const faultsOf = (
  texts: Readonly<Record<string, string>>,
  made: Readonly<Record<string, string>>,
  terms: ProtectedTerms,
): Record<string, Flag[]> =>
  Object.fromEntries(
    Object.entries(made).flatMap(([field, text]) => {
      const flags = translationFaults(texts[field] ?? "", text, { field, terms });
      return flags.length === 0 ? [] : [[field, flags]];
    }),
  );

/** Translates the texts of a target into the enabled languages that have none. */
export async function generateTranslations(
  place: GenerationPlace,
  target: Target,
  prompt: ResolvedPrompt,
  { action, batch, languages }: Generation & { languages: readonly string[] },
): Promise<Generated | TypeFailure> {
  const source = textsOf(target);
  const texts: Record<string, Record<string, string>> = {};
  const grounding: Record<string, Grounding> = {};
  const answers: ModelAnswer[] = [];
  let names: Metadata["names_prompt"];
  const termsIn = await findProtected(place.db, target.product);
  for (const language of Object.keys(source).length > 0 ? languages : []) {
    const wanted = { prompt, texts: source, language, action, terms: termsIn(language), batch };
    const outcome = await translateTexts(place, target, wanted);
    if ("failure" in outcome) return { type: "translate", ...outcome.failure };
    texts[language] = outcome.made;
    names = outcome.names;
    for (const [field, flags] of Object.entries(outcome.faults)) {
      grounding[`${language}.${field}`] = { confidence: trustOf(flags), sentences: [], flags };
    }
    answers.push(...outcome.answers);
  }
  const made = generatedOf("translate", prompt, { value: texts, fields: {}, texts }, answers);
  const sourceTexts = Object.entries(source).map(([field, text]) => ({ language: target.language, field, text }));
  return { ...made, sourceTexts, metadata: { ...made.metadata, ...(names && { names_prompt: names }) }, grounding };
}
