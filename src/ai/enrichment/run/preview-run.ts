import { type Static, Type } from "@sinclair/typebox";
import type { Reader } from "../../../../db/ports.ts";
import { orNull, Uuid } from "../../../http/input/fields.ts";
import { oneOf } from "../../../http/input/one-of.ts";
import { namesPrompt } from "../../prompts/names-prompt.ts";
import { PROMPT_SOURCES, type ResolvedPrompt, resolvePrompts } from "../../prompts/resolve-prompt.ts";
import { PURPOSES } from "../../provider/choose-model.ts";
import { findFacts, findTarget, type ProductFacts, type Target } from "../facts/product-facts.ts";
import { composeTask, wantedLength } from "../prompt/compose-task.ts";
import { composeTranslation, findProtected, textsOf } from "../prompt/compose-translation.ts";
import { EntityId, Types, WrittenTo } from "../schema.ts";
import { ENRICHMENT_TYPES, ENTITY_TYPES, type EnrichmentType } from "../types.ts";

export const PreviewQuery = Type.Object({ types: Types, entity_id: EntityId });

const Messages = (description: string) =>
  Type.Array(Type.Object({ role: Type.String(), content: Type.String() }, { title: "PromptMessage" }), { description });
const AttributeName = Type.Object(
  {
    name: Type.String(),
    form: oneOf(["list", "number", "measure", "flag", "text"] as const),
    unit: orNull(Type.String(), "Of a measure."),
  },
  { title: "AttributeName" },
);
const PromptPreview = Type.Object({
  purpose: oneOf(PURPOSES),
  prompt_slug: orNull(Type.String()),
  source: oneOf(PROMPT_SOURCES),
  rank: Type.Integer({ minimum: 1, maximum: 4 }),
  origin: oneOf(["builtin", "custom", "constant"] as const),
  binding_missing: Type.Boolean({ description: "No prompt is bound; a run for an entity is refused then." }),
  version: Type.String({ description: "The revision of the prompt." }),
  messages: Messages(
    "What a model would be sent, without the passages of documents; of a translation that into the first language.",
  ),
  attribute_names: Type.Optional(
    Type.Array(AttributeName, { description: "`attributes`: the catalog's own names, which are taken first." }),
  ),
  categories: Type.Optional(
    Type.Array(Type.String(), {
      description: "`categorize`: the paths that may be chosen. With an empty list no model is asked.",
    }),
  ),
  names_prompt: Type.Optional(
    Type.Object(
      { slug: orNull(Type.String()), version: Type.String(), messages: Messages("What it would send.") },
      { title: "NamesPromptPreview", description: "`translate`: names of products have a prompt of their own." },
    ),
  ),
});
export const PreviewBody = Type.Object({
  product_id: Uuid,
  target: Type.Object({
    layer: oneOf(["group", "entity"] as const),
    entity_id: orNull(Uuid),
    language: Type.String(),
    pivot_language: Type.String(),
  }),
  strict: Type.Boolean({ description: "Only prompts bound to the entity are used." }),
  written_to: WrittenTo,
  prompts: Type.Array(PromptPreview),
  facts: Type.Array(
    Type.Object({ name: Type.String(), label: Type.String(), value: Type.String() }, { title: "ProductFact" }),
    { description: "What the catalog says of the product and no machine wrote: what texts are made from." },
  ),
  length: Type.Object(
    {
      min: Type.Integer(),
      max: Type.Integer(),
      is_short: Type.Boolean({
        description: "The facts carry less than the usual 80 to 200 words, or those of the voice.",
      }),
    },
    { title: "DescriptionLength", description: "Words of a description that the facts carry." },
  ),
});

type Sent = Pick<Static<typeof PromptPreview>, "messages" | "attribute_names" | "categories" | "names_prompt">;

/** What a translation into the first language would send; of an own prompt for names, what that would. */
async function translationSent(db: Reader, target: Target, prompt: ResolvedPrompt): Promise<Sent> {
  const { pivot, enabled, product } = target;
  const language = enabled.find((each) => each !== pivot) ?? pivot;
  const terms = (await findProtected(db, product))(language);
  const { title, ...others } = textsOf(target);
  const names = title === undefined ? undefined : await namesPrompt(db, prompt, pivot);
  const texts = title === undefined || names ? others : { title, ...others };
  const messages = await composeTranslation(db, target, { prompt, texts, language, terms }, "");
  if (title === undefined || !names) return { messages };
  const wanted = { prompt: names, texts: { title }, language, terms };
  const { slug, version } = names;
  return { messages, names_prompt: { slug, version, messages: await composeTranslation(db, target, wanted, ":name") } };
}

async function sentOf(db: Reader, target: Target, prompt: ResolvedPrompt, known: ProductFacts): Promise<Sent> {
  if (prompt.purpose === "translate") return translationSent(db, target, prompt);
  const { messages, categories, attributes } = await composeTask(db, target, prompt, known, {});
  return { messages, ...(categories && { categories }), ...(attributes && { attribute_names: attributes }) };
}

/** What a run would ask a model for a product, and from what. Asks none. Throws PRODUCT_NOT_FOUND and NOT_FOUND. */
export async function previewOf(
  db: Reader,
  {
    productId,
    entityId,
    types,
  }: { productId: string; entityId: string | null; types?: readonly EnrichmentType[] | undefined },
): Promise<Static<typeof PreviewBody>> {
  const target = await findTarget(db, productId, entityId);
  const { entity, language, pivot } = target;
  const purposes = types ?? (entity ? ENTITY_TYPES : ENRICHMENT_TYPES);
  const resolved = await resolvePrompts(db, { entityId: entity?.id ?? null, language }, purposes);
  const known = await findFacts(db, target);
  const { min, max, isShort } = wantedLength(known);
  const prompts: Static<typeof PromptPreview>[] = [];
  for (const prompt of resolved) {
    const { purpose, slug, source, rank, origin, version } = prompt;
    const isMissing = entity ? rank !== 1 : rank > 2;
    const about = { purpose, prompt_slug: slug, source, rank, origin, binding_missing: isMissing, version };
    prompts.push({ ...about, ...(await sentOf(db, target, prompt, known)) });
  }
  return {
    product_id: target.product.id,
    target: {
      layer: entity ? "entity" : "group",
      entity_id: entity?.id ?? null,
      language,
      pivot_language: pivot,
    },
    strict: entity !== null,
    written_to: entity ? "entity_content_variant" : "reference_sheet",
    prompts,
    facts: known.facts,
    length: { min, max, is_short: isShort },
  };
}
