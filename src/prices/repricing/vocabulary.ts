import { CONFLICT, FORBIDDEN } from "../../http/output/faults/error-kinds.ts";
import { vocabulary } from "../../runtime/vocabulary.ts";

export const repricingVocabulary = vocabulary({
  audit: {
    actions: [
      "repricing_rule.created",
      "repricing_rule.changed",
      "repricing_rule.deleted",
      "repricing_run.started",
      "repricing_run.approved",
      "repricing_run.rejected",
      "repricing_run.expired",
    ],
    resources: ["repricing_rule", "repricing_run"],
  },
  errors: {
    SIMULATION_REQUIRED: {
      ...CONFLICT,
      says: {
        en: "The rule has changed: simulate it before running it",
        fr: "La règle a changé : simulez-la avant de l'exécuter",
      },
      fix: {
        en: "Simulate the rules named in the details, then run them.",
        fr: "Simulez les règles citées dans les détails, puis exécutez-les.",
      },
    },
    SECOND_PERSON_REQUIRED: {
      ...FORBIDDEN,
      says: {
        en: "Another person must approve this run",
        fr: "Une autre personne doit approuver cette exécution",
      },
      fix: {
        en: "Ask somebody with MANAGE_PRICING who has neither started the run nor made or changed its rules.",
        fr: "Demandez à quelqu'un qui a MANAGE_PRICING et n'a ni lancé l'exécution, ni écrit ou modifié ses règles.",
      },
    },
    PRICE_CHANGED_SINCE: {
      ...CONFLICT,
      says: { en: "The price has changed in the meantime", fr: "Le prix a changé entre-temps" },
      fix: { en: "Get the current price and decide again.", fr: "Relisez le prix actuel, puis décidez à nouveau." },
    },
  },
});
