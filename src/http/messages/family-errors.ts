/** What the error codes of the later families say: imports, exports, enrichment, connectors, webhooks, pricing. */
export const FAMILY_ERROR_MESSAGES = {
  IMPORT_PARSE_FAILED: { en: "The file cannot be read", fr: "Le fichier est illisible" },
  IMPORT_PERSISTENCE_FAILED: { en: "The import could not be stored", fr: "L'import n'a pas pu être enregistré" },
  MAPPING_REQUIRED: { en: "The import needs a mapping first", fr: "L'import attend d'abord une correspondance" },
  EXPORT_NOT_READY: { en: "The export is not ready", fr: "L'export n'est pas prêt" },
  COMPLETENESS_TOO_LOW: {
    en: "The product is not complete enough to be published",
    fr: "Le produit n'est pas assez complet pour être publié",
  },
  ERP_NOT_CONFIGURED: { en: "No ERP is configured", fr: "Aucun ERP n'est configuré" },
  AI_PROVIDER_NOT_CONFIGURED: { en: "No AI provider is configured", fr: "Aucun fournisseur d'IA n'est configuré" },
  TRANSLATOR_NOT_CONFIGURED: { en: "No translator is configured", fr: "Aucun traducteur n'est configuré" },
  WEB_SEARCH_NOT_CONFIGURED: { en: "No web search is configured", fr: "Aucune recherche web n'est configurée" },
  SEARCH_VECTOR_NOT_CONFIGURED: {
    en: "No vector search is configured",
    fr: "Aucune recherche vectorielle n'est configurée",
  },
  SCRAPER_SYNC_KEY_NOT_CONFIGURED: {
    en: "No sync key is configured",
    fr: "Aucune clé de synchronisation n'est configurée",
  },
  CONNECTOR_WEBHOOK_NOT_CONFIGURED: {
    en: "No connector of this platform has a webhook secret",
    fr: "Aucun connecteur de cette plateforme n'a de secret de webhook",
  },
  CONNECTOR_NOT_CONFIGURED: { en: "The connector has no credentials", fr: "Le connecteur n'a pas d'identifiants" },
  CONNECTOR_INACTIVE: { en: "The connector is inactive", fr: "Le connecteur est inactif" },
  CAPABILITY_NOT_SUPPORTED: {
    en: "The platform does not support this operation",
    fr: "La plateforme ne permet pas cette opération",
  },
  SYNC_ALREADY_RUNNING: { en: "This synchronisation is running", fr: "Cette synchronisation est en cours" },
  PLATFORM_NOT_CONFIGURED: {
    en: "The export platform is not configured",
    fr: "La plateforme d'export n'est pas configurée",
  },
  PLATFORM_INACTIVE: { en: "The export platform is inactive", fr: "La plateforme d'export est inactive" },
  WEBHOOK_INACTIVE: { en: "The webhook is paused", fr: "Le webhook est en pause" },
  DELIVERY_NOT_FAILED: {
    en: "Only a failed delivery can be sent again",
    fr: "Seule une livraison en échec peut être renvoyée",
  },
  PROMPT_BINDING_MISSING: { en: "No prompt is bound to the entity", fr: "Aucun prompt n'est lié à l'entité" },
  PROMPT_IS_BUILTIN: { en: "A built-in prompt cannot be deleted", fr: "Un prompt intégré ne peut être supprimé" },
  PROMPT_IN_USE: { en: "The prompt is in use", fr: "Le prompt est utilisé" },
  NOTHING_TO_APPLY: { en: "Nothing was generated that could be applied", fr: "Rien de généré à appliquer" },
  ENRICHMENT_IN_PROGRESS: { en: "The product is being enriched", fr: "Le produit est en cours d'enrichissement" },
  SIMULATION_REQUIRED: {
    en: "The rule has changed: simulate it before you run it",
    fr: "La règle a changé : simulez-la avant de l'exécuter",
  },
  PRICE_CHANGED_SINCE: { en: "The price has changed since", fr: "Le prix a changé depuis" },
  JOB_INTERRUPTED: { en: "The job was interrupted too often", fr: "La tâche a été interrompue trop souvent" },
  SOURCE_UNREACHABLE: { en: "The source cannot be reached", fr: "La source est injoignable" },
} as const;
