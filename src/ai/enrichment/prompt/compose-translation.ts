import type { Reader } from "../../../../db/ports.ts";
import type { ProductRow } from "../../../../db/products/product-row.ts";
import { Brand } from "../../../reference/brands/brand.ts";
import type { ResolvedPrompt } from "../../prompts/resolve-prompt.ts";
import type { ChatMessage } from "../../provider/chat-request.ts";
import { TRANSLATABLE_FIELDS } from "../../translation/fields.ts";
import { type ProtectedTerms, protectedTerms } from "../../translation/protect.ts";
import { findTerms } from "../../translation/translation-terms.ts";
import { wordsOf } from "../facts/catalog-facts.ts";
import { type Target, variablesOf } from "../facts/product-facts.ts";
import { composeMessages } from "./compose.ts";

/** A name is no sentence, also for a prompt of the tenant's own that is for all texts. */
const NAME_RULES = {
  fr:
    "title est un nom de produit, pas une phrase : traduisez le nom de la chose, gardez la marque, le modèle, les codes, les " +
    "nombres et leur ordre ; ni article, ni point, ni mot ajouté ou omis.",
  en:
    "title is the name of a product, not a sentence: translate the word for what it is, keep the brand, model, codes, numbers " +
    "and their order; no article, no full stop, no word added or left out.",
};

/** What blocks of data are called, in the words of a prompt. */
const BLOCKS = {
  en: { kept: "Keep as they are", glossary: "Glossary", texts: "Texts" },
  fr: { kept: "À garder tels quels", glossary: "Glossaire", texts: "Textes" },
};

/** The texts of a target that are translated, by field. */
export const textsOf = ({ texts }: Target): Record<string, string> =>
  Object.fromEntries(
    TRANSLATABLE_FIELDS.flatMap((field) => {
      const text = texts[field];
      return typeof text === "string" && text !== "" ? [[field, text]] : [];
    }),
  );

/** What must be kept of a product's texts, by target language. */
export async function findProtected(
  db: Reader,
  { brandId }: Pick<ProductRow, "brandId">,
): Promise<(language: string) => ProtectedTerms> {
  const brand = brandId === null ? undefined : await Brand.table.find(db, brandId);
  const own = await findTerms(db);
  return (language) => protectedTerms(own, language, brand?.name ?? "");
}

/** What is translated, and what of it must be kept. */
interface Wanted {
  prompt: ResolvedPrompt;
  texts: Readonly<Record<string, string>>;
  language: string;
  terms: ProtectedTerms;
}

/** The request to a model for a translation. Asks no model. */
export async function composeTranslation(
  db: Reader,
  target: Target,
  { prompt, texts, language, terms: { terms, glossary } }: Wanted,
  part: ":name" | "",
): Promise<ChatMessage[]> {
  const source = JSON.stringify(texts);
  const own = { ...(await variablesOf(db, target)), language, target_language: language, source_text: source };
  const hasSource = /\{\{\s*(?:product\.)?source_text\s*\}\}/.test(prompt.template);
  const words = wordsOf(prompt.language);
  const called = BLOCKS[words];
  const kept = terms.filter((term) => !glossary.has(term.toLowerCase()));
  const blocks = {
    [called.kept]: kept.join(", "),
    [called.glossary]: [...glossary].map(([term, word]) => `${term} = ${word}`).join("\n"),
    ...(!hasSource && { [called.texts]: source }),
  };
  const rules = "title" in texts && part === "" ? [NAME_RULES[words]] : [];
  return composeMessages({ ...prompt, format: "json" }, own, { blocks, rules }).messages;
}
