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

const FACTS_EN = `Title: {{title}}
Brand: {{brand}}
Category: {{category}}
EAN: {{ean}}
Attributes: {{attributes}}
Short description: {{short_description}}
Description: {{description}}
Documents: {{documents}}
Web results: {{web_results}}`;
const FACTS_FR = `Titre : {{title}}
Marque : {{brand}}
Catégorie : {{category}}
EAN : {{ean}}
Attributs : {{attributes}}
Description courte : {{short_description}}
Description : {{description}}
Documents : {{documents}}
Résultats web : {{web_results}}`;

const TEXTS: Record<Purpose, { format: Format } & Texts> = {
  descriptions: {
    format: "html",
    en: {
      name: "Product description",
      system:
        "You write product descriptions for an online shop. Use only facts that the product data state; invent nothing. " +
        "Answer with simple HTML (p, ul, li, strong), 80 to 200 words, and nothing else.",
      template: `Write the description in the language {{language}}.\n${FACTS_EN}`,
    },
    fr: {
      name: "Description du produit",
      system:
        "Vous rédigez des descriptions de produits pour une boutique en ligne. N'utilisez que les faits donnés ; n'inventez " +
        "rien. Répondez en HTML simple (p, ul, li, strong), 80 à 200 mots, et rien d'autre.",
      template: `Rédigez la description dans la langue {{language}}.\n${FACTS_FR}`,
    },
  },
  seo: {
    format: "json",
    en: {
      name: "Search engine texts",
      system:
        'You write texts for search engines. Answer with one JSON object {"seo_title": "...", "seo_meta_description": ' +
        '"..."}: at most 60 and 160 characters, plain text.',
      template: `Write in the language {{language}}.\n${FACTS_EN}`,
    },
    fr: {
      name: "Textes de référencement",
      system:
        'Vous rédigez des textes de référencement. Répondez par un objet JSON {"seo_title": "...", ' +
        '"seo_meta_description": "..."} : 60 et 160 caractères au plus, texte brut.',
      template: `Rédigez dans la langue {{language}}.\n${FACTS_FR}`,
    },
  },
  attributes: {
    format: "json",
    en: {
      name: "Attributes",
      system:
        'You read attributes out of product data. Answer with one JSON object {"attributes": {"name": "value"}}. Only what ' +
        "the data state, names and values short.",
      template: `Names and values in the language {{language}}.\n${FACTS_EN}`,
    },
    fr: {
      name: "Attributs",
      system:
        'Vous relevez les attributs dans les données du produit. Répondez par un objet JSON {"attributes": {"nom": ' +
        '"valeur"}}. Uniquement ce que disent les données, noms et valeurs courts.',
      template: `Noms et valeurs dans la langue {{language}}.\n${FACTS_FR}`,
    },
  },
  categorize: {
    format: "json",
    en: {
      name: "Category",
      system:
        'You place products in the categories of a shop. Answer with one JSON object {"category": "Path > of > the ' +
        'category", "confidence": 0.0 to 1.0}. Choose one of the categories that are listed, written exactly so.',
      template: FACTS_EN,
    },
    fr: {
      name: "Catégorie",
      system:
        'Vous classez des produits dans les catégories d\'une boutique. Répondez par un objet JSON {"category": "Chemin > ' +
        'de > la catégorie", "confidence": 0.0 à 1.0}. Choisissez une des catégories listées, écrite exactement ainsi.',
      template: FACTS_FR,
    },
  },
  translate: {
    format: "json",
    en: {
      name: "Translation",
      system:
        "You translate product texts. Answer with one JSON object that has the same keys as the one you are given, each " +
        "text translated. Keep HTML tags, placeholders, numbers, units, brands and model names as they are.",
      template: "Translate from {{pivot_language}} into {{target_language}}:\n{{source_text}}",
    },
    fr: {
      name: "Traduction",
      system:
        "Vous traduisez des textes de produits. Répondez par un objet JSON aux mêmes clés que celui qui est donné, chaque " +
        "texte traduit. Gardez tels quels les balises HTML, espaces réservés, nombres, unités, marques et modèles.",
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
