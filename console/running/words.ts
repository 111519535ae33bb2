import { texts } from "../words/words.ts";

/** The words of what runs. */
export const w = texts({
  en: {
    running: "{n} running",
    progress: "{done} of {total}",
    failed: "{n} failed",
    over: "Done: {what}",
    import: "Import",
    edit: "Change of",
    enrichment: "Enrichment",
    translation: "Translation",
    export: "Export",
    shop: "Shop:",
  },
  fr: {
    running: "{n} en cours",
    progress: "{done} sur {total}",
    failed: "{n} en échec",
    over: "Terminé : {what}",
    import: "Import",
    edit: "Modification de",
    enrichment: "Enrichissement",
    translation: "Traduction",
    export: "Export",
    shop: "Boutique :",
  },
});
