import type { OpenCall } from "../../../db/ai/calls.ts";
import type { Reader } from "../../../db/ports.ts";
import type { Source } from "../documents/find-passages.ts";
import type { ResolvedPrompt } from "../prompts/resolve-prompt.ts";
import { callModel, type ModelAnswer, type ModelPlace } from "../provider/call-model.ts";
import type { ProviderFailure } from "../provider/call-provider.ts";
import type { ChatMessage } from "../provider/chat-request.ts";
import { usdOf } from "../provider/choose-model.ts";
import { isOtherLanguage } from "../provider/detect-language.ts";
import { TRANSLATABLE_FIELDS } from "../translation/fields.ts";
import { listCategoryPaths, placeCategory } from "./categorize.ts";
import { composeMessages } from "./compose.ts";
import { type Target, variablesOf } from "./product-facts.ts";
import { type ReadAnswer, readGenerated } from "./read-answer.ts";
import type { EnrichmentType, Generated } from "./types.ts";
import { wholePart } from "./whole-part.ts";

/** Why a type was not made. Plain data. */
export type TypeFailure = { type: EnrichmentType } & ProviderFailure;

/** What a run makes for one product. */
export interface Generation {
  prompts: readonly ResolvedPrompt[];
  /** What the ledger calls it; absent: the type. */
  action?: string | undefined;
  documents?: string | undefined;
  webResults?: string | undefined;
  /** Where those are from. */
  sources?: Source[] | undefined;
  /** The batch it is part of, with what that has already requested. */
  batch?: { jobId: string; open: readonly OpenCall[] } | undefined;
}

export interface GenerationPlace extends ModelPlace {
  db: Reader;
  /** Called before each type. */
  begin?: (type: EnrichmentType) => Promise<unknown>;
}

const UNUSABLE: ProviderFailure = {
  kind: "unusable",
  message: "The model's answer is not in the form and language that were asked for",
  retryAfterSeconds: 30,
};

/** A second one would end at the same place. */
const CUT: ProviderFailure = {
  kind: "unusable",
  message: "The model's answer was longer than max_output_tokens of the AI provider setting: raise it",
  retryAfterSeconds: 30,
};

/** Sends one request, and once more when the answer cannot be used. */
async function callUntilUsable<T>(
  place: ModelPlace,
  { messages, ...request }: Omit<Parameters<typeof callModel>[1], "batch"> & { messages: ChatMessage[] },
  { batch, piece }: { batch: Generation["batch"]; piece: string },
  read: (answer: ModelAnswer) => Promise<T | undefined>,
): Promise<{ made: T; answers: ModelAnswer[] } | { failure: ProviderFailure }> {
  const answers: ModelAnswer[] = [];
  let said = messages;
  for (const turn of ["", ":repair"]) {
    const ofBatch = batch && { ...batch, piece: piece + turn };
    const answer = await callModel(place, { ...request, messages: said, batch: ofBatch });
    if ("failure" in answer) return answer;
    answers.push(answer);
    const text = answer.isCut ? wholePart(answer.text, request.isJson) : answer.text;
    if (text === undefined) return { failure: CUT };
    const made = await read({ ...answer, text });
    if (made !== undefined) return { made, answers };
    said = [
      ...messages,
      { role: "assistant", content: answer.text || "(nothing)" },
      {
        role: "user",
        content: "That answer cannot be used: it is empty, or not in the format or language asked for. Answer again.",
      },
    ];
  }
  return { failure: UNUSABLE };
}

const sum = (answers: readonly ModelAnswer[], of: (answer: ModelAnswer) => number) =>
  answers.reduce((total, each) => total + of(each), 0);

function generatedOf(
  type: EnrichmentType,
  prompt: ResolvedPrompt,
  read: ReadAnswer & Pick<Generated, "texts">,
  answers: readonly ModelAnswer[],
): Generated {
  const micros = sum(answers, (each) => each.costMicros);
  return {
    type,
    ...read,
    metadata: {
      prompt_slug: prompt.slug,
      rank: prompt.rank,
      source: prompt.source,
      provider: answers[0]?.provider ?? "",
      model: answers[0]?.model ?? "",
      input_tokens: sum(answers, (each) => each.inputTokens),
      output_tokens: sum(answers, (each) => each.outputTokens),
      cost_usd: usdOf(micros),
    },
    costMicros: micros,
    callIds: answers.map(({ callId }) => callId),
  };
}

/** Makes one type other than translations. */
async function generateType(
  place: GenerationPlace,
  target: Target,
  prompt: ResolvedPrompt,
  { action, documents = "", webResults = "", sources = [], batch }: Generation,
): Promise<Generated | TypeFailure> {
  const type = prompt.purpose;
  const { db } = place;
  const variables = { ...(await variablesOf(db, target)), documents, web_results: webResults };
  const paths = type === "categorize" ? await listCategoryPaths(db) : [];
  const blocks = paths.length > 0 ? { Categories: paths.join("\n") } : {};
  const { messages } = composeMessages(prompt, variables, { blocks });
  const request = {
    purpose: type,
    action: action ?? type,
    messages,
    isJson: prompt.format === "json",
    promptSlug: prompt.slug,
    productId: target.product.id,
  };
  const outcome = await callUntilUsable(place, request, { batch, piece: type }, async ({ text }) => {
    const read = readGenerated(type, { text, format: prompt.format });
    if (!read) return undefined;
    const words = type === "descriptions" || type === "seo" ? Object.values(read.fields).join(" ") : "";
    return (await isOtherLanguage(words, target.language)) ? undefined : read;
  });
  if ("failure" in outcome) return { type, ...outcome.failure };
  const read = type === "categorize" ? await placeCategory(db, outcome.made) : outcome.made;
  const made = generatedOf(type, prompt, read, outcome.answers);
  return sources.length === 0 ? made : { ...made, metadata: { ...made.metadata, sources } };
}

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
  const about = { promptSlug: prompt.slug, productId: target.product.id };
  const request = { purpose: "translate" as const, action, messages, isJson: true, ...about };
  return callUntilUsable(place, request, { batch, piece: `translate:${language}` }, async ({ text }) => {
    const read = readGenerated("translate", { text, format: "json" }, Object.keys(texts));
    if (!read) return undefined;
    const made = read.value as Record<string, string>; // what `readTranslation` makes
    return (await isOtherLanguage(Object.values(made).join(" "), language)) ? undefined : made;
  });
}

/** Translates the texts of a target into the enabled languages that have none. */
async function generateTranslations(
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

/** Makes what the prompts are for, one after the other; the failure of one leaves the others. Stores nothing but the ledger. */
export async function generate(
  place: GenerationPlace,
  target: Target,
  generation: Generation & { languages: readonly string[] },
): Promise<(Generated | TypeFailure)[]> {
  const outcomes: (Generated | TypeFailure)[] = [];
  for (const prompt of generation.prompts) {
    await place.begin?.(prompt.purpose);
    outcomes.push(
      prompt.purpose === "translate"
        ? await generateTranslations(place, target, prompt, generation)
        : await generateType(place, target, prompt, generation),
    );
  }
  return outcomes;
}

export const isFailure = (outcome: Generated | TypeFailure): outcome is TypeFailure => "message" in outcome;

/** Calls a model with one prompt, for any type: what it said, and the ledger's row. */
export async function executePrompt(
  place: GenerationPlace,
  target: Target,
  prompt: ResolvedPrompt,
): Promise<(ModelAnswer & { unknown: string[] }) | { failure: ProviderFailure }> {
  const { messages, unknown } = composeMessages(prompt, await variablesOf(place.db, target));
  const answer = await callModel(place, {
    purpose: prompt.purpose,
    action: "prompt_execute",
    messages,
    isJson: prompt.format === "json",
    promptSlug: prompt.slug,
    productId: target.product.id,
  });
  return "failure" in answer ? answer : { ...answer, unknown };
}
