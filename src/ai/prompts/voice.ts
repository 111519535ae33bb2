import { type Static, Type } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { setting, settingChange } from "../../kit/setting.ts";

const WORDS_MAX = 200;
const PLACES_MAX = 500;
const Words = (description: string, example: number) =>
  Type.Optional(Type.Integer({ minimum: 10, maximum: 1000, description, examples: [example] }));
const Voice = Type.Object(
  {
    tone: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, examples: ["Sober and precise, addresses the reader as vous."] }),
    ),
    forbidden_words: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: "\\S" }), {
        maxItems: WORDS_MAX,
        examples: [["cheap"]],
      }),
    ),
    min_words: Words("Of a description, as far as the facts carry it.", 60),
    max_words: Words("Of a description.", 120),
    examples: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), {
        maxItems: 5,
        description: "Descriptions that sound right. Their facts are never taken over.",
      }),
    ),
  },
  { title: "BrandVoice", additionalProperties: false },
);
export type Voice = Static<typeof Voice>;
const ById = (description: string) =>
  Type.Optional(
    Type.Record(Type.String({ format: "uuid" }), Voice, { maxProperties: PLACES_MAX, description, examples: [{}] }),
  );

/** How texts sound: the tenant's, and what categories and entities say in its place. */
export const VoicesBody = Type.Object({
  ...Voice.properties,
  categories: ById("By category id: members that are there take the place of the tenant's."),
  entities: ById("By entity id: the same, and in place of the category's."),
});
type Voices = Static<typeof VoicesBody>;

export const VOICES = setting<Voices>("ai-voice", {});

/** Sets all of it. Throws VALIDATION_FAILED for a least length above the greatest, and PRECONDITION_FAILED. */
export const setVoices = settingChange("prompts.set-voices", VOICES, {
  apply: (_, voices: Voices) => {
    const all = [voices, ...Object.values(voices.categories ?? {}), ...Object.values(voices.entities ?? {})];
    if (all.some(({ min_words: min, max_words: max }) => min !== undefined && max !== undefined && min > max)) {
      throw invalidBody([{ field: "max_words", type: "invalid_value", key: "prompts.word_range" }]);
    }
    return voices;
  },
  details: () => ({}),
});

/** The voice for a product of a category, in an entity's texts. */
export async function voiceOf(
  db: Reader,
  { categoryId, entityId }: { categoryId: string | null; entityId: string | null },
): Promise<Voice> {
  const { categories = {}, entities = {}, ...own } = await VOICES.find(db);
  return { ...own, ...(categoryId && categories[categoryId]), ...(entityId && entities[entityId]) };
}

const SAYS = {
  fr: {
    tone: "Ton : ",
    forbidden: "N'employez jamais ces mots : ",
    examples: "Ces textes d'autres produits montrent le ton ; n'en reprenez aucun fait :",
  },
  en: {
    tone: "Tone: ",
    forbidden: "Never use these words: ",
    examples: "These texts of other products show the tone; take over none of their facts:",
  },
};

/** A voice as rules of a prompt. */
export function voiceRules(
  { tone, forbidden_words: forbidden = [], examples = [] }: Voice,
  language: "fr" | "en",
): string[] {
  const says = SAYS[language];
  return [
    ...(tone ? [says.tone + tone] : []),
    ...(forbidden.length > 0 ? [`${says.forbidden}${forbidden.join(", ")}.`] : []),
    ...(examples.length > 0 ? [[says.examples, ...examples].join("\n")] : []),
  ];
}

/** The forbidden words that a text has. */
export function forbiddenIn(text: string, { forbidden_words: forbidden = [] }: Voice): string[] {
  return forbidden.filter((word) => {
    const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "iu").test(text);
  });
}
