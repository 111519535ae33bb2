import type { ResolvedPrompt } from "../../prompts/resolve-prompt.ts";
import type { AnswerSchema } from "../../provider/chat-request.ts";

const TEXT = { type: "string" };

/** An object of these members, all of them and no other, as providers want strict schemas. */
const closed = (name: string, properties: Record<string, object>): AnswerSchema => ({
  name,
  schema: { type: "object", properties, required: Object.keys(properties), additionalProperties: false },
});

/** Strict schemas know no free names: attributes are a list. */
const VALUE = { anyOf: [TEXT, { type: "number" }, { type: "boolean" }, { type: "array", items: TEXT }] };
const { schema: closedItem } = closed("attribute", {
  name: TEXT,
  value: VALUE,
  unit: { anyOf: [TEXT, { type: "null" }] },
});

const OF_BUILTIN: Partial<Record<ResolvedPrompt["purpose"], AnswerSchema>> = {
  seo: closed("seo", { seo_title: TEXT, seo_meta_description: TEXT }),
  categorize: closed("category", { category: TEXT, confidence: { type: "number" } }),
  attributes: closed("attributes", { attributes: { type: "array", items: closedItem } }),
};

/** The form of the answer to a prompt of the program's own; a tenant's prompt may ask for other members. */
export const answerSchema = ({ origin, purpose, format }: ResolvedPrompt): AnswerSchema | undefined =>
  origin === "builtin" && format === "json" ? OF_BUILTIN[purpose] : undefined;

/** The form of a translation: the fields of the texts. */
export const translationSchema = (fields: readonly string[]): AnswerSchema =>
  closed("translation", Object.fromEntries(fields.map((field) => [field, TEXT])));
