import type { Reader } from "../../../../db/ports.ts";
import type { Variables } from "../../prompts/render-template.ts";
import type { ResolvedPrompt } from "../../prompts/resolve-prompt.ts";
import { voiceRules } from "../../prompts/voice.ts";
import type { ChatMessage } from "../../provider/chat-request.ts";
import { factsText, wordsOf } from "../facts/catalog-facts.ts";
import { attributesText, type KnownAttribute, knownAttributes } from "../facts/known-attributes.ts";
import type { ProductFacts, Target } from "../facts/product-facts.ts";
import { listCategoryPaths } from "../run/categorize.ts";
import { composeMessages } from "./compose.ts";
import { fewFactsRule, lengthOf, lengthWords, type TextLength, USUAL_LENGTH } from "./text-length.ts";

/** Texts that a run is given besides the catalog's own. */
interface GivenSources {
  documents?: string;
  webResults?: string;
}

/** What a model is sent for one type. */
export interface ComposedTask {
  messages: ChatMessage[];
  /** Variables of the template that do not exist. */
  unknown: string[];
  /** `categorize`: what may be chosen from; empty: the tenant has no categories. */
  categories?: string[];
  /** `attributes`: the names that the catalog has. */
  attributes?: KnownAttribute[];
}

/** What blocks of data are called, in the words of a prompt. */
const BLOCKS = {
  en: { categories: "Categories", attributes: "Names of attributes" },
  fr: { categories: "Catégories", attributes: "Noms d'attributs" },
};

/** How long a description of a product is to be: as the voice says, and as its facts carry. */
export function wantedLength(
  { facts, written, voice }: ProductFacts,
  { documents = "", webResults = "" }: GivenSources = {},
): TextLength {
  const { max_words: max = USUAL_LENGTH.max, min_words: min = Math.min(USUAL_LENGTH.min, max) } = voice;
  return lengthOf(facts, [...Object.values(written), documents, webResults], { min, max: Math.max(min, max) });
}

/** What a prompt is filled with for a product, and the rules that stand behind it. */
function taskOf(
  prompt: ResolvedPrompt,
  known: ProductFacts,
  { documents = "", webResults = "" }: GivenSources,
): { variables: Variables; rules: string[] } {
  const { variables, voice } = known;
  const length = wantedLength(known, { documents, webResults });
  const isText = prompt.purpose === "descriptions" || prompt.purpose === "seo";
  const few = prompt.purpose === "descriptions" ? [fewFactsRule(length, prompt.language)] : [];
  return {
    variables: { ...variables, documents, web_results: webResults, length: lengthWords(length, prompt.language) },
    rules: isText ? [...voiceRules(voice, wordsOf(prompt.language)), ...few] : [],
  };
}

/** The request to a model for any type but translations, with all that it may choose from. Asks no model. */
export async function composeTask(
  db: Reader,
  target: Target,
  prompt: ResolvedPrompt,
  known: ProductFacts,
  sources: GivenSources,
): Promise<ComposedTask> {
  const { variables, rules } = taskOf(prompt, known, sources);
  const names = BLOCKS[wordsOf(prompt.language)];
  if (prompt.purpose === "categorize") {
    const said = [factsText(known.facts), ...Object.values(known.written), sources.documents ?? ""];
    const categories = await listCategoryPaths(db, said);
    const blocks = { [names.categories]: categories.join("\n") };
    return { ...composeMessages(prompt, variables, { blocks, rules }), categories };
  }
  if (prompt.purpose === "attributes") {
    const attributes = await knownAttributes(db, target.product);
    const blocks = { [names.attributes]: attributesText(attributes) };
    return { ...composeMessages(prompt, variables, { blocks, rules }), attributes };
  }
  return composeMessages(prompt, variables, { rules });
}
