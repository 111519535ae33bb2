import { CONFLICT } from "../../http/output/faults/error-kinds.ts";
import { vocabulary } from "../../runtime/vocabulary.ts";

export const enrichmentVocabulary = vocabulary({
  errors: {
    NOTHING_TO_APPLY: {
      ...CONFLICT,
      says: { en: "There is no generated content to apply", fr: "Aucun contenu généré à appliquer" },
      fix: { en: "Run an enrichment of the product first.", fr: "Lancez d'abord un enrichissement du produit." },
    },
    EDITED_MEANWHILE: {
      ...CONFLICT,
      says: {
        en: "A field was edited since the value for it was made",
        fr: "Un champ a été modifié depuis que sa valeur a été produite",
      },
      fix: {
        en: "Look at what the field says now: details.fields names it. Send overwrite=true to replace it all the same.",
        fr: "Regardez ce que dit le champ maintenant : details.fields le nomme. Envoyez overwrite=true pour le remplacer quand même.",
      },
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
