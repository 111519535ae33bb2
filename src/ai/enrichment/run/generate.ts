import type { Source } from "../../documents/find-passages.ts";
import type { ResolvedPrompt } from "../../prompts/resolve-prompt.ts";
import { forbiddenIn } from "../../prompts/voice.ts";
import { callModel, type ModelAnswer } from "../../provider/call-model.ts";
import type { ProviderFailure } from "../../provider/call-provider.ts";
import { isOtherLanguage } from "../../provider/detect-language.ts";
import { answerSchema } from "../answer/answer-schema.ts";
import { type ReadAnswer, readGenerated } from "../answer/read-answer.ts";
import { baseOf, fieldsOf } from "../apply/decide-values.ts";
import { valueText, wordsOf } from "../facts/catalog-facts.ts";
import { type KnownAttribute, typedAttributes } from "../facts/known-attributes.ts";
import { findFacts, type ProductFacts, type Target } from "../facts/product-facts.ts";
import { type Grounds, groundAttribute, groundText, prepareGrounds, trustOf } from "../grounding/ground-text.ts";
import type { Flag, Grounding } from "../metadata.ts";
import { composeTask } from "../prompt/compose-task.ts";
import type { Generated } from "../types.ts";
import { callUntilUsable } from "./call-until-usable.ts";
import { NO_CATEGORY, placeCategory } from "./categorize.ts";
import { type Generation, type GenerationPlace, generatedOf, type TypeFailure } from "./generation.ts";
import { generateTranslations } from "./translate-texts.ts";

/** What stands around data in a request: in no text that is for readers. */
const MARK = /<\/?data\b/i;
/** As many words of the rules one after the other are no chance. */
const WORDS = 8;

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const joined = (text: string): string => wordsIn(text).join(" ");

/** Whether a text has nothing but lines of the data, each with its label: `Description: a lamp`. */
function isData(text: string, { facts, written }: Pick<Grounds, "facts" | "written">): boolean {
  const lines = text.split(/<[^>]*>|\n/).map(joined);
  const given = new Set([
    ...facts.map(({ label, value }) => joined(`${label} ${value}`)),
    ...Object.entries(written).map(([name, value]) => joined(`${name} ${value}`)),
  ]);
  return lines.every((line) => line === "" || given.has(line));
}

/**
 * Whether an answer repeats what it was given, as small models do: the data with their marks or labels, or the program's own rules. A
 * tenant's prompt may ask for sentences of its own.
 */
export function isEcho(
  text: string,
  { origin, system }: Pick<ResolvedPrompt, "origin" | "system">,
  given: Pick<Grounds, "facts" | "written">,
): boolean {
  if (MARK.test(text)) return true;
  if (origin === "custom") return false;
  if (isData(text, given)) return true;
  const rules = ` ${wordsIn(system).join(" ")} `;
  const said = wordsIn(text);
  return said.some((_, at) => at + WORDS <= said.length && rules.includes(` ${said.slice(at, at + WORDS).join(" ")} `));
}

/** A text that has forbidden words waits for somebody. */
function withForbidden(grounding: Grounding, words: readonly string[]): Grounding {
  const flags = [...grounding.flags, ...words.map((text): Flag => ({ kind: "term", text, confidence: 0.9 }))];
  return { ...grounding, flags, confidence: Math.min(grounding.confidence, trustOf(flags)) };
}

/** A value with what of it is from where, and what stood in its fields meanwhile. */
function grounded(
  made: Generated,
  target: Target,
  { voice, ...grounds }: Grounds & Pick<ProductFacts, "voice">,
  sources: readonly Source[],
): Generated {
  const prepared = prepareGrounds(grounds);
  const grounding = Object.fromEntries(
    fieldsOf(made).flatMap(([field, value]) => {
      if (field === "category_id") return [];
      const isAttribute = field.startsWith("attributes.");
      const text = typeof value === "string" ? value : valueText(value, target.language);
      const ground = (isAttribute ? groundAttribute : groundText)(text, prepared, target.language);
      return [[field, isAttribute ? ground : withForbidden(ground, forbiddenIn(text, voice))]];
    }),
  );
  // Of a category it is what the model says.
  const own = made.type === "categorize" ? Number(Object(made.value).confidence) : 1;
  const confidence = Math.min(own, ...Object.values(grounding).map((each) => each.confidence));
  const metadata = { ...made.metadata, ...(sources.length > 0 && { sources: [...sources] }), confidence, grounding };
  return { ...made, grounding, base: baseOf(target, made), metadata };
}

/** Attributes as the catalog has them. */
function typedRead(read: ReadAnswer, known: readonly KnownAttribute[]): ReadAnswer {
  const attributes = typedAttributes(read.value as Record<string, unknown>, known); // what `readAttributes` makes
  return { value: attributes, fields: { attributes } };
}

/** Makes one type other than translations. */
async function generateType(
  place: GenerationPlace,
  target: Target,
  prompt: ResolvedPrompt,
  { action, documents = "", webResults = "", sources = [], evidence = [], batch }: Generation,
): Promise<Generated | TypeFailure> {
  const type = prompt.purpose;
  const { db } = place;
  const known = await findFacts(db, target);
  const { messages, categories, attributes } = await composeTask(db, target, prompt, known, { documents, webResults });
  if (categories?.length === 0) return generatedOf(type, prompt, NO_CATEGORY, []);
  const request = {
    purpose: type,
    action: action ?? type,
    messages,
    isJson: prompt.format === "json",
    schema: answerSchema(prompt),
    promptSlug: prompt.slug,
    productId: target.product.id,
  };
  const outcome = await callUntilUsable(
    place,
    request,
    { batch, piece: type, words: wordsOf(prompt.language) },
    async ({ text }) => {
      const read = readGenerated(type, { text, format: prompt.format });
      if (!read) return undefined;
      const isText = type === "descriptions" || type === "seo";
      if (isText && isEcho(text, prompt, known)) return undefined;
      const words = isText ? Object.values(read.fields).join(" ") : "";
      return (await isOtherLanguage(words, target.language)) ? undefined : read;
    },
  );
  if ("failure" in outcome) return { type, ...outcome.failure };
  const read =
    type === "categorize"
      ? await placeCategory(db, outcome.made)
      : type === "attributes"
        ? typedRead(outcome.made, attributes ?? [])
        : outcome.made;
  const made = generatedOf(type, prompt, read, outcome.answers);
  return grounded(made, target, { ...known, evidence }, sources);
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
  const known = await findFacts(place.db, target);
  const { messages, unknown } = await composeTask(place.db, target, prompt, known, {});
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
