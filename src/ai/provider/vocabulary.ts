import { CONFLICT } from "../../http/output/faults/error-kinds.ts";
import { vocabulary } from "../../runtime/vocabulary.ts";
import { AI_MESSAGES } from "./messages.ts";

export const aiVocabulary = vocabulary({
  messages: AI_MESSAGES,
  errors: {
    AI_PROVIDER_NOT_CONFIGURED: {
      ...CONFLICT,
      says: { en: "No AI provider is configured", fr: "Aucun fournisseur d'IA n'est configuré" },
      fix: {
        en: "Configure an AI provider in the settings.",
        fr: "Configurez un fournisseur d'IA dans les paramètres.",
      },
    },
    AI_PROVIDER_REFUSED: {
      ...CONFLICT,
      says: { en: "The AI provider refuses the request", fr: "Le fournisseur d'IA refuse la requête" },
      fix: {
        en: "details.reason has its words: change the model or the settings of the AI provider accordingly.",
        fr: "details.reason en donne les termes : changez le modèle ou les paramètres du fournisseur d'IA en conséquence.",
      },
    },
    AI_BUDGET_REACHED: {
      ...CONFLICT,
      says: { en: "The budget for AI is used up", fr: "Le budget d'IA est épuisé" },
      fix: {
        en: "Raise daily_budget or monthly_budget of the AI provider setting, or wait for the next day or month.",
        fr: "Augmentez daily_budget ou monthly_budget dans les paramètres du fournisseur d'IA, ou attendez le jour ou le mois suivant.",
      },
    },
    AI_PRICE_UNKNOWN: {
      ...CONFLICT,
      says: {
        en: "A model's price is not known, so that no budget can be kept",
        fr: "Le prix d'un modèle est inconnu : aucun budget ne peut être tenu",
      },
      fix: {
        en: "Add the price of the models in details.models to prices of the AI provider setting.",
        fr: "Ajoutez le prix des modèles de details.models à prices dans les paramètres du fournisseur d'IA.",
      },
    },
  },
});
