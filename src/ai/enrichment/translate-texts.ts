import { Brand } from "../../reference/brands/brand.ts";
import type { ResolvedPrompt } from "../prompts/resolve-prompt.ts";
import type { ModelAnswer } from "../provider/call-model.ts";
import type { ProviderFailure } from "../provider/call-provider.ts";
import { isOtherLanguage } from "../provider/detect-language.ts";
import { faultWords, translationFaults } from "../translation/check-translation.ts";
import { TRANSLATABLE_FIELDS } from "../translation/fields.ts";
import { type ProtectedTerms, protectedTerms } from "../translation/protect.ts";
import { findTerms } from "../translation/translation-terms.ts";
import { translationSchema } from "./answer-schema.ts";
import { type Again, callUntilUsable } from "./call-until-usable.ts";
import { wordsOf } from "./catalog-facts.ts";
import { composeMessages } from "./compose.ts";
import { type Generation, type GenerationPlace, generatedOf, type TypeFailure } from "./generation.ts";
import type { Flag } from "./grounding/claims.ts";
import { type Grounding, trustOf } from "./grounding/ground-text.ts";
import { type Target, variablesOf } from "./product-facts.ts";
import { readGenerated } from "./read-answer.ts";
import type { Generated } from "./types.ts";

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
}

/** A name is no sentence. */
const NAME_RULES = {
  fr:
    "title est un nom de produit, pas une phrase : traduisez le nom de la chose, gardez la marque, le modèle, les codes, les " +
    "nombres et leur ordre ; ni article, ni point, ni mot ajouté ou omis.",
  en:
    "title is the name of a product, not a sentence: translate the word for what it is, keep the brand, model, codes, numbers " +
    "and their order; no article, no full stop, no word added or left out.",
};

/** What must be kept, as blocks of data for a model. */
function blocksOf({ terms, glossary }: ProtectedTerms): Record<string, string> {
  const kept = terms.filter((term) => !glossary.has(term.toLowerCase()));
  const translated = [...glossary].map(([term, word]) => `${term} = ${word}`);
  return {
    ...(kept.length > 0 && { "Keep as they are": kept.join(", ") }),
    ...(translated.length > 0 && { Glossary: translated.join("\n") }),
  };
}

/** Lets the model translate texts of a target, each by its field. */
export async function translateTexts(
  place: GenerationPlace,
  target: Target,
  { prompt, texts, language, action = "translate", terms, batch }: TextsToTranslate,
): Promise<TranslatedTexts | { failure: ProviderFailure }> {
  const source = JSON.stringify(texts);
  const own = { ...(await variablesOf(place.db, target)), language, target_language: language, source_text: source };
  const hasSource = /\{\{\s*(?:product\.)?source_text\s*\}\}/.test(prompt.template);
  const all = hasSource ? blocksOf(terms) : { ...blocksOf(terms), Texts: source };
  const rules = "title" in texts ? [NAME_RULES[wordsOf(prompt.language)]] : [];
  const { messages } = composeMessages({ ...prompt, format: "json" }, own, { blocks: all, rules });
  const schema = translationSchema(Object.keys(texts));
  const about = { promptSlug: prompt.slug, productId: target.product.id };
  const request = { purpose: "translate" as const, action, messages, isJson: true, schema, ...about };
  let isRepaired = false;
  const read = async ({ text }: ModelAnswer): Promise<Pick<TranslatedTexts, "made" | "faults"> | Again | undefined> => {
    const found = readGenerated("translate", { text, format: "json" }, Object.keys(texts));
    if (!found) return undefined;
    const made = found.value as Record<string, string>; // what `readTranslation` makes
    if (await isOtherLanguage(Object.values(made).join(" "), language)) return undefined;
    const faults = faultsOf(texts, made, terms);
    if (Object.keys(faults).length === 0 || isRepaired) return { made, faults };
    isRepaired = true;
    return { again: `Not all was kept:\n${faultWords(faults)}\nAnswer again with the whole object.` };
  };
  const outcome = await callUntilUsable(place, request, { batch, piece: `translate:${language}` }, read);
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
  const source = TRANSLATABLE_FIELDS.flatMap((field) => {
    const text = target.texts[field];
    return typeof text === "string" && text !== "" ? [[field, text] as const] : [];
  });
  const texts: Record<string, Record<string, string>> = {};
  const grounding: Record<string, Grounding> = {};
  const answers: ModelAnswer[] = [];
  const { brandId } = target.product;
  const brand = brandId === null ? undefined : await Brand.table.find(place.db, brandId);
  const own = await findTerms(place.db);
  for (const language of source.length > 0 ? languages : []) {
    const terms = protectedTerms(own, language, brand?.name ?? "");
    const wanted = { prompt, texts: Object.fromEntries(source), language, action, terms, batch };
    const outcome = await translateTexts(place, target, wanted);
    if ("failure" in outcome) return { type: "translate", ...outcome.failure };
    texts[language] = outcome.made;
    for (const [field, flags] of Object.entries(outcome.faults)) {
      grounding[`${language}.${field}`] = { confidence: trustOf(flags), sentences: [], flags };
    }
    answers.push(...outcome.answers);
  }
  return { ...generatedOf("translate", prompt, { value: texts, fields: {}, texts }, answers), grounding };
}
