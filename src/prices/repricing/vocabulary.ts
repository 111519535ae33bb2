import { CONFLICT } from "../../http/output/faults/error-kinds.ts";
import { vocabulary } from "../../runtime/vocabulary.ts";

export const repricingVocabulary = vocabulary({
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
    PRICE_CHANGED_SINCE: {
      ...CONFLICT,
      says: { en: "The price has changed in the meantime", fr: "Le prix a changé entre-temps" },
      fix: { en: "Get the current price and decide again.", fr: "Relisez le prix actuel, puis décidez à nouveau." },
    },
  },
});
