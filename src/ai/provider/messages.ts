import { DOCUMENT_MESSAGES } from "../documents/documents-messages.ts";

/** What AI says: prompts, enrichment, translation, documents, web research. */
export const AI_MESSAGES = {
  ...DOCUMENT_MESSAGES,
  "prompts.inactive": { en: "The prompt is inactive", fr: "Le prompt est inactif" },
  "prompts.other_purpose": { en: "The prompt has another purpose", fr: "Le prompt a un autre usage" },
  "prompts.word_range": {
    en: "The least number of words is above the greatest",
    fr: "Le nombre minimal de mots dépasse le nombre maximal",
  },
  "ai.provider_failed": {
    en: "The AI provider did not answer with anything usable",
    fr: "Le fournisseur d'IA n'a rien répondu d'utilisable",
  },
  "ai.replace_key": {
    en: "The provider refuses the key: replace it in the settings.",
    fr: "Le fournisseur refuse la clé : remplacez-la dans les paramètres.",
  },
  "enrichment.entity_types": {
    en: "Entities have texts of their own for descriptions and seo only",
    fr: "Les entités n'ont de textes propres que pour descriptions et seo",
  },
  "enrichment.past": {
    en: "The time is in the past",
    fr: "Cette date est passée",
  },
  "enrichment.one_of_both": {
    en: "Send either product_ids or filters",
    fr: "Envoyez soit product_ids, soit filters",
  },
  "enrichment.value": {
    en: "The field does not take this value",
    fr: "Le champ n'accepte pas cette valeur",
  },
  "web.both_skipped": {
    en: "Leave at least one of the two phases in",
    fr: "Laissez au moins une des deux phases",
  },
  "enrichment.no_binding": {
    en: "No active prompt is bound to the entity for {purpose}",
    fr: "Aucun prompt actif n'est lié à l'entité pour {purpose}",
  },
} as const;
