/** What the error codes of the later families say: imports, exports, enrichment, connectors, webhooks, pricing. */
export const FAMILY_ERROR_MESSAGES = {
  IMPORT_PARSE_FAILED: { en: "The file cannot be read", fr: "Le fichier est illisible" },
  IMPORT_PERSISTENCE_FAILED: {
    en: "The rows of the import could not be stored",
    fr: "Les lignes de l'import n'ont pas pu être enregistrées",
  },
  MAPPING_REQUIRED: {
    en: "The import needs a column mapping first",
    fr: "L'import attend une correspondance des colonnes",
  },
  EXPORT_NOT_READY: { en: "The export is not ready", fr: "L'export n'est pas prêt" },
  COMPLETENESS_TOO_LOW: {
    en: "The completeness score is too low for publication",
    fr: "Le score de complétude est trop bas pour la publication",
  },
  ERP_NOT_CONFIGURED: { en: "No ERP is configured", fr: "Aucun ERP n'est configuré" },
  AI_PROVIDER_NOT_CONFIGURED: { en: "No AI provider is configured", fr: "Aucun fournisseur d'IA n'est configuré" },
  TRANSLATOR_NOT_CONFIGURED: { en: "No translator is configured", fr: "Aucun traducteur n'est configuré" },
  WEB_SEARCH_NOT_CONFIGURED: { en: "Web search is not configured", fr: "La recherche web n'est pas configurée" },
  SEARCH_VECTOR_NOT_CONFIGURED: {
    en: "Vector search is not configured",
    fr: "La recherche vectorielle n'est pas configurée",
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
  SYNC_ALREADY_RUNNING: {
    en: "This synchronisation is already running",
    fr: "Cette synchronisation est déjà en cours",
  },
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
  PROMPT_IS_BUILTIN: { en: "Built-in prompts cannot be deleted", fr: "Un prompt intégré ne peut être supprimé" },
  PROMPT_IN_USE: { en: "The prompt is in use", fr: "Le prompt est utilisé" },
  NOTHING_TO_APPLY: { en: "There is no generated content to apply", fr: "Aucun contenu généré à appliquer" },
  ENRICHMENT_IN_PROGRESS: {
    en: "The product is already being enriched",
    fr: "Le produit est en cours d'enrichissement",
  },
  SIMULATION_REQUIRED: {
    en: "The rule has changed: simulate it before running it",
    fr: "La règle a changé : simulez-la avant de l'exécuter",
  },
  PRICE_CHANGED_SINCE: { en: "The price has changed in the meantime", fr: "Le prix a changé entre-temps" },
  JOB_INTERRUPTED: { en: "The job was interrupted too many times", fr: "La tâche a été interrompue trop de fois" },
  SOURCE_UNREACHABLE: { en: "The source cannot be reached", fr: "La source est injoignable" },
} as const;
