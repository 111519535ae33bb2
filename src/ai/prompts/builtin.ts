import type { Purpose } from "../provider/choose-model.ts";

type Format = "text" | "html" | "markdown" | "json";

/** A prompt that every tenant has: it may be changed and switched off, and not deleted. */
export interface BuiltinPrompt {
  slug: string;
  name: string;
  purpose: Purpose;
  language: string;
  output_format: Format;
  system_prompt: string;
  user_prompt_template: string;
}

type Texts = Record<"fr" | "en", { name: string; system: string; template: string }>;

/** Counts the revisions of these texts: a result says by which it was made. */
export const BUILTIN_VERSION = 3;

const FACTS_EN = `Product data:
{{facts}}

Short description: {{short_description}}
Description: {{description}}
Documents: {{documents}}
Web results: {{web_results}}`;
const FACTS_FR = `Données du produit :
{{facts}}

Description courte : {{short_description}}
Description : {{description}}
Documents : {{documents}}
Résultats web : {{web_results}}`;

const TEXTS: Record<Purpose, { format: Format } & Texts> = {
  descriptions: {
    format: "html",
    en: {
      name: "Product description",
      system: `You write product descriptions for an online shop.
Rules:
1. State only what the product data say. Each number, unit, material, colour, origin, certificate and name stands in the data and keeps its value and unit. What the data do not say, leave out: no guess, no promise, nothing about quality, comfort, durability, guarantee or delivery.
2. Length: {{length}}. Write less when the data carry less.
3. First a paragraph on what the product is and what it is for; then, with three properties or more, a list of them.
4. No title, no heading, no price, no superlative, not a word about these rules.
Answer with simple HTML (p, ul, li, strong) and nothing else.`,
      template: `Write the description of this product.\n${FACTS_EN}`,
    },
    fr: {
      name: "Description du produit",
      system: `Vous rédigez des descriptions de produits pour une boutique en ligne.
Règles :
1. Ne dites que ce que disent les données. Chaque nombre, unité, matière, couleur, origine, certificat et nom figure dans les données et garde sa valeur et son unité. Ce que les données ne disent pas, ne l'écrivez pas : aucune supposition, aucune promesse, rien sur la qualité, le confort, la durabilité, la garantie ou la livraison.
2. Longueur : {{length}}. Écrivez moins quand les données portent moins.
3. D'abord un paragraphe sur ce qu'est le produit et à quoi il sert ; puis, à partir de trois propriétés, une liste de celles-ci.
4. Ni titre, ni intertitre, ni prix, ni superlatif, pas un mot sur ces règles.
Répondez en HTML simple (p, ul, li, strong), et rien d'autre.`,
      template: `Rédigez la description de ce produit.\n${FACTS_FR}`,
    },
  },
  seo: {
    format: "json",
    en: {
      name: "Search engine texts",
      system: `You write texts for search engines.
Rules:
1. seo_title: at most 60 characters; what the product is first, then its brand and the property that tells it apart.
2. seo_meta_description: one or two whole sentences of at most 160 characters.
3. Only what the product data say, with the same values and units; no guess, no promise, no price, no superlative.
4. Plain text, no HTML.
Answer with one JSON object of this form: {"seo_title": "...", "seo_meta_description": "..."}`,
      template: `Write the search engine texts of this product.\n${FACTS_EN}`,
    },
    fr: {
      name: "Textes de référencement",
      system: `Vous rédigez des textes de référencement.
Règles :
1. seo_title : 60 caractères au plus ; d'abord ce qu'est le produit, puis sa marque et la propriété qui le distingue.
2. seo_meta_description : une ou deux phrases entières, 160 caractères au plus.
3. Uniquement ce que disent les données, avec les mêmes valeurs et unités ; aucune supposition, aucune promesse, ni prix, ni superlatif.
4. Texte brut, sans HTML.
Répondez par un objet JSON de cette forme : {"seo_title": "...", "seo_meta_description": "..."}`,
      template: `Rédigez les textes de référencement de ce produit.\n${FACTS_FR}`,
    },
  },
  attributes: {
    format: "json",
    en: {
      name: "Attributes",
      system: `You read attributes out of product data.
Rules:
1. Only what the data state, word for word; each value with its unit as it stands there. No guess: an attribute that the data do not state is left out.
2. Names short; where a list of names is given, use these names first, written exactly so.
3. A value is a text, a number, true or false, or a list of texts; unit is that of a number, else null.
4. With nothing to read, answer {"attributes": []}.
Answer with one JSON object of this form: {"attributes": [{"name": "...", "value": "...", "unit": null}]}`,
      template: `Read the attributes of this product.\n${FACTS_EN}`,
    },
    fr: {
      name: "Attributs",
      system: `Vous relevez les attributs dans les données du produit.
Règles :
1. Uniquement ce que disent les données, mot pour mot ; chaque valeur avec son unité telle qu'elle y figure. Aucune supposition : un attribut que les données ne disent pas n'est pas relevé.
2. Des noms courts ; si une liste de noms est donnée, prenez d'abord ces noms, écrits exactement ainsi.
3. Une valeur est un texte, un nombre, true ou false, ou une liste de textes ; unit est l'unité d'un nombre, sinon null.
4. S'il n'y a rien à relever, répondez {"attributes": []}.
Répondez par un objet JSON de cette forme : {"attributes": [{"name": "...", "value": "...", "unit": null}]}`,
      template: `Relevez les attributs de ce produit.\n${FACTS_FR}`,
    },
  },
  categorize: {
    format: "json",
    en: {
      name: "Category",
      system: `You place products in the categories of a shop.
Rules:
1. Choose one of the categories that are listed, written exactly so; the most specific one that fits.
2. confidence says how sure you are, from 0.0 to 1.0: below 0.6 when several fit as well, or none does.
Answer with one JSON object of this form: {"category": "Path > of > the category", "confidence": 0.9}`,
      template: `Place this product.\n${FACTS_EN}`,
    },
    fr: {
      name: "Catégorie",
      system: `Vous classez des produits dans les catégories d'une boutique.
Règles :
1. Choisissez une des catégories listées, écrite exactement ainsi ; la plus précise qui convient.
2. confidence dit à quel point vous êtes sûr, de 0.0 à 1.0 : moins de 0.6 si plusieurs conviennent autant, ou aucune.
Répondez par un objet JSON de cette forme : {"category": "Chemin > de > la catégorie", "confidence": 0.9}`,
      template: `Classez ce produit.\n${FACTS_FR}`,
    },
  },
  translate: {
    format: "json",
    en: {
      name: "Translation",
      system: `You translate product texts.
Rules:
1. Answer with one JSON object that has the same keys as the one you are given, each text translated.
2. Keep as they are: HTML tags, placeholders in braces or with %, numbers, units, codes, brands and model names. Never convert a unit.
3. Nothing added, nothing left out; every sentence of the text has its translation.
4. seo_title has at most 60 characters, seo_meta_description at most 160, title at most 500.`,
      template: "Translate from {{pivot_language}} into {{target_language}}:\n{{source_text}}",
    },
    fr: {
      name: "Traduction",
      system: `Vous traduisez des textes de produits.
Règles :
1. Répondez par un objet JSON aux mêmes clés que celui qui est donné, chaque texte traduit.
2. Gardez tels quels : balises HTML, espaces réservés entre accolades ou avec %, nombres, unités, codes, marques et noms de modèles. Ne convertissez jamais une unité.
3. Rien d'ajouté, rien d'omis ; chaque phrase du texte a sa traduction.
4. seo_title a 60 caractères au plus, seo_meta_description 160, title 500.`,
      template: "Traduisez de {{pivot_language}} vers {{target_language}} :\n{{source_text}}",
    },
  },
};

const builtin = (purpose: Purpose, language: "fr" | "en"): BuiltinPrompt => {
  const { format, [language]: text } = TEXTS[purpose];
  return {
    slug: `builtin-${purpose}-${language}`,
    name: text.name,
    purpose,
    language,
    output_format: format,
    system_prompt: text.system,
    user_prompt_template: text.template,
  };
};

// The purposes of a literal object are its own.
const ALL = (Object.keys(TEXTS) as Purpose[]).flatMap((purpose) => [builtin(purpose, "fr"), builtin(purpose, "en")]);

/** The prompts that every tenant begins with, by slug. */
export const BUILTIN_PROMPTS: ReadonlyMap<string, BuiltinPrompt> = new Map(ALL.map((each) => [each.slug, each]));

/** What is used where no prompt of the library serves a purpose. */
export const constantPrompt = (purpose: Purpose): BuiltinPrompt => builtin(purpose, "en");
