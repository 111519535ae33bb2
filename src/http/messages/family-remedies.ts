/** What the caller can do about the errors of imports, exports, enrichment, connectors, webhooks and pricing. */
export const FAMILY_REMEDIES = {
  IMPORT_PARSE_FAILED: {
    en: "Check that the file is a readable CSV, XLSX, JSON or XML file; save it again as UTF-8 CSV if in doubt.",
    fr: "Vérifiez que le fichier est un CSV, XLSX, JSON ou XML lisible ; dans le doute, réenregistrez-le en CSV UTF-8.",
  },
  IMPORT_PERSISTENCE_FAILED: {
    en: "Start the import again; rows that were stored are recognised.",
    fr: "Relancez l'import ; les lignes déjà enregistrées sont reconnues.",
  },
  MAPPING_REQUIRED: {
    en: "Send a column mapping for the import, or choose a template.",
    fr: "Envoyez une correspondance des colonnes pour l'import, ou choisissez un modèle.",
  },
  EXPORT_NOT_READY: {
    en: "Poll the export's progress until its state is SUCCESS, then download it.",
    fr: "Interrogez la progression de l'export jusqu'à l'état SUCCESS, puis téléchargez-le.",
  },
  COMPLETENESS_TOO_LOW: {
    en: "Fill in the fields of details.missing until the score reaches details.required.",
    fr: "Remplissez les champs de details.missing jusqu'à atteindre le score details.required.",
  },
  ERP_NOT_CONFIGURED: {
    en: "Configure an ERP in the settings; trying again does not help.",
    fr: "Configurez un ERP dans les paramètres ; réessayer ne sert à rien.",
  },
  AI_PROVIDER_NOT_CONFIGURED: {
    en: "Configure an AI provider in the settings; trying again does not help.",
    fr: "Configurez un fournisseur d'IA dans les paramètres ; réessayer ne sert à rien.",
  },
  TRANSLATOR_NOT_CONFIGURED: {
    en: "Configure a translator in the settings, or translate with the AI provider.",
    fr: "Configurez un traducteur dans les paramètres, ou traduisez avec le fournisseur d'IA.",
  },
  WEB_SEARCH_NOT_CONFIGURED: {
    en: "Configure a web search in the settings, or leave the web phase out.",
    fr: "Configurez une recherche web dans les paramètres, ou passez la phase web.",
  },
  SEARCH_VECTOR_NOT_CONFIGURED: {
    en: "Configure vector search in the settings; trying again does not help.",
    fr: "Configurez la recherche vectorielle dans les paramètres ; réessayer ne sert à rien.",
  },
  SCRAPER_SYNC_KEY_NOT_CONFIGURED: {
    en: "Set a sync key in the settings; trying again does not help.",
    fr: "Définissez une clé de synchronisation dans les paramètres ; réessayer ne sert à rien.",
  },
  CONNECTOR_WEBHOOK_NOT_CONFIGURED: {
    en: "Store the platform's webhook secret in the connector's credentials.",
    fr: "Enregistrez le secret de webhook de la plateforme dans les identifiants du connecteur.",
  },
  CONNECTOR_NOT_CONFIGURED: {
    en: "Send the connector's credentials with PATCH; the platform's config_schema names them.",
    fr: "Envoyez les identifiants du connecteur avec PATCH ; le config_schema de la plateforme les nomme.",
  },
  CONNECTOR_INACTIVE: { en: "Activate the connector.", fr: "Activez le connecteur." },
  CAPABILITY_NOT_SUPPORTED: {
    en: "Choose one of the platform's capabilities.",
    fr: "Choisissez l'une des capacités de la plateforme.",
  },
  SYNC_ALREADY_RUNNING: {
    en: "Wait until the running synchronisation has ended.",
    fr: "Attendez la fin de la synchronisation en cours.",
  },
  PLATFORM_NOT_CONFIGURED: {
    en: "Complete the export platform's config.",
    fr: "Complétez la configuration de la plateforme d'export.",
  },
  PLATFORM_INACTIVE: { en: "Activate the export platform.", fr: "Activez la plateforme d'export." },
  WEBHOOK_INACTIVE: { en: "Resume the webhook first.", fr: "Réactivez d'abord le webhook." },
  DELIVERY_NOT_FAILED: {
    en: "Choose a failed entry of the delivery log.",
    fr: "Choisissez une entrée en échec du journal des livraisons.",
  },
  PROMPT_BINDING_MISSING: {
    en: "Bind a prompt to the entity for each purpose named in the details.",
    fr: "Liez un prompt à l'entité pour chaque usage cité dans les détails.",
  },
  PROMPT_IS_BUILTIN: {
    en: "Deactivate it instead, or bind another prompt.",
    fr: "Désactivez-le plutôt, ou liez un autre prompt.",
  },
  PROMPT_IN_USE: {
    en: "Remove the bindings named in the details first.",
    fr: "Retirez d'abord les liaisons citées dans les détails.",
  },
  NOTHING_TO_APPLY: {
    en: "Run an enrichment of the product first.",
    fr: "Lancez d'abord un enrichissement du produit.",
  },
  ENRICHMENT_IN_PROGRESS: {
    en: "Poll the product's enrichment progress and try again when it has ended.",
    fr: "Suivez la progression de l'enrichissement et réessayez quand il est terminé.",
  },
  SIMULATION_REQUIRED: {
    en: "Simulate the rules named in the details, then run them.",
    fr: "Simulez les règles citées dans les détails, puis exécutez-les.",
  },
  PRICE_CHANGED_SINCE: {
    en: "Read the price again and decide anew.",
    fr: "Relisez le prix et décidez à nouveau.",
  },
  JOB_INTERRUPTED: {
    en: "Seen in a failed job: start it again, and report it if it fails again.",
    fr: "Vu dans une tâche en échec : relancez-la, et signalez-le si elle échoue encore.",
  },
  SOURCE_UNREACHABLE: {
    en: "Seen in a failed job: check the address, the credentials and the network, then start it again.",
    fr: "Vu dans une tâche en échec : vérifiez l'adresse, les identifiants et le réseau, puis relancez-la.",
  },
} as const;
