import type { Reader } from "../../../db/ports.ts";
import { listPrompts, NAMES_CATEGORY } from "./prompt.ts";
import { type ResolvedPrompt, resolved } from "./resolve-prompt.ts";

/** Counts the revisions of the program's own words for names. */
const NAMES_VERSION = "names-1";

const TEXTS = {
  en: {
    system: `You translate names of products for an online shop.
Rules:
1. A name is no sentence. Translate the word for what the product is, and the words that describe it, as shops of the target language write them: no article, no full stop, no capitals that the name does not have.
2. Keep as they are, and in their order: brand, series, model, codes, numbers, sizes and units. Never convert a unit. A word of the brand or the model is not translated, even where it means something.
3. No word added and none left out. Brand and category are given only to say which thing is meant.
4. Plain text of at most 500 characters.
Answer with one JSON object of this form: {"title": "..."}`,
    template: `Brand: {{brand}}
Category: {{category}}
Translate this name from {{pivot_language}} into {{target_language}}:
{{source_text}}`,
  },
  fr: {
    system: `Vous traduisez des noms de produits pour une boutique en ligne.
Règles :
1. Un nom n'est pas une phrase. Traduisez le mot qui dit ce qu'est le produit, et ceux qui le décrivent, comme les écrivent les boutiques de la langue cible : ni article, ni point final, ni majuscules que le nom n'a pas.
2. Gardez tels quels et dans leur ordre : marque, gamme, modèle, codes, nombres, tailles et unités. Ne convertissez jamais une unité. Un mot de la marque ou du modèle ne se traduit pas, même s'il a un sens.
3. Aucun mot ajouté, aucun omis. La marque et la catégorie ne sont données que pour dire de quelle chose il s'agit.
4. Texte brut, 500 caractères au plus.
Répondez par un objet JSON de cette forme : {"title": "..."}`,
    template: `Marque : {{brand}}
Catégorie : {{category}}
Traduisez ce nom de {{pivot_language}} vers {{target_language}} :
{{source_text}}`,
  },
};

/**
 * The prompt for names beside one for texts: the library's first active one of the category `names` in the language or any,
 * else the program's own; `undefined` when the tenant's own words for texts are to serve for names too.
 */
export async function namesPrompt(
  db: Reader,
  texts: ResolvedPrompt,
  language: string,
): Promise<ResolvedPrompt | undefined> {
  const own = (await listPrompts(db, { category: NAMES_CATEGORY, activeOnly: true })).filter(
    ({ purpose }) => purpose === "translate",
  );
  const row = own.find((each) => each.language === language) ?? own[0];
  if (row) return resolved("translate", "library", row);
  if (!texts.version.startsWith("builtin-")) return undefined;
  const words = texts.language === "fr" ? "fr" : "en";
  return {
    ...texts,
    ...TEXTS[words],
    slug: `builtin-names-${words}`,
    language: words,
    format: "json",
    version: NAMES_VERSION,
  };
}
