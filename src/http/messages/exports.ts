/** What the exports say. */
export const EXPORT_MESSAGES = {
  "exports.queued": { en: "The export is queued", fr: "L'export est en file d'attente" },
  "exports.running": { en: "{current} of {total} rows written", fr: "{current} lignes écrites sur {total}" },
  "exports.many_pictures": {
    en: "Pictures can be had of {limit} products at most; narrow the selection",
    fr: "Les images sont possibles pour {limit} produits au plus ; restreignez la sélection",
  },
  "exports.done": { en: "{total} rows written", fr: "{total} lignes écrites" },
  "exports.disk_full": { en: "The disk is full", fr: "Le disque est plein" },
  "exports.no_fields_left": { en: "No field is left to export", fr: "Il ne reste aucun champ à exporter" },
  "exports.filters_json": { en: "Must be a JSON object", fr: "Doit être un objet JSON" },
} as const;
