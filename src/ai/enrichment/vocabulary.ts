import { CONFLICT } from "../../http/output/faults/error-kinds.ts";
import { vocabulary } from "../../runtime/vocabulary.ts";

export const enrichmentVocabulary = vocabulary({
  errors: {
    NOTHING_TO_APPLY: {
      ...CONFLICT,
      says: { en: "There is no generated content to apply", fr: "Aucun contenu généré à appliquer" },
      fix: { en: "Run an enrichment of the product first.", fr: "Lancez d'abord un enrichissement du produit." },
    },
    ENRICHMENT_IN_PROGRESS: {
      ...CONFLICT,
      says: { en: "The product is already being enriched", fr: "Le produit est en cours d'enrichissement" },
      fix: {
        en: "Poll the enrichment progress of the product and try again when it has finished.",
        fr: "Suivez la progression de l'enrichissement et réessayez quand il est terminé.",
      },
    },
  },
});
