/** What the caller can do about the errors of imports, exports, enrichment, connectors, webhooks and pricing. */
export const FAMILY_REMEDIES = {
  IMPORT_PARSE_FAILED: {
    en: "Check that the file is a readable CSV, XLSX, JSON or XML file; save it again as UTF-8 CSV if in doubt.",
    fr: "Vérifiez que le fichier est un CSV, XLSX, JSON ou XML lisible ; dans le doute, réenregistrez-le en CSV UTF-8.",
  },
  IMPORT_PERSISTENCE_FAILED: {
    en: "Start the import again; stored rows are recognised.",
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
    en: "Configure an ERP in the settings.",
    fr: "Configurez un ERP dans les paramètres.",
  },
  AI_PROVIDER_NOT_CONFIGURED: {
    en: "Configure an AI provider in the settings.",
    fr: "Configurez un fournisseur d'IA dans les paramètres.",
  },
  TRANSLATOR_NOT_CONFIGURED: {
    en: "Configure a translator in the settings, or translate with the AI provider.",
    fr: "Configurez un traducteur dans les paramètres, ou traduisez avec le fournisseur d'IA.",
  },
  WEB_SEARCH_NOT_CONFIGURED: {
    en: "Configure web search in the settings, or skip the web phase.",
    fr: "Configurez la recherche web dans les paramètres, ou omettez la phase web.",
  },
  SEARCH_VECTOR_NOT_CONFIGURED: {
    en: "Configure vector search in the settings.",
    fr: "Configurez la recherche vectorielle dans les paramètres.",
  },
  SCRAPER_SYNC_KEY_NOT_CONFIGURED: {
    en: "Set a sync key in the settings.",
    fr: "Définissez une clé de synchronisation dans les paramètres.",
  },
  CONNECTOR_WEBHOOK_NOT_CONFIGURED: {
    en: "Store the platform's webhook secret in the connector's credentials.",
    fr: "Enregistrez le secret de webhook de la plateforme dans les identifiants du connecteur.",
  },
  CONNECTOR_NOT_CONFIGURED: {
    en: "Set the connector's credentials with PATCH; the platform's config_schema lists them.",
    fr: "Définissez les identifiants du connecteur avec PATCH ; le config_schema de la plateforme les énumère.",
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
    en: "Poll the enrichment progress of the product and try again when it has finished.",
    fr: "Suivez la progression de l'enrichissement et réessayez quand il est terminé.",
  },
  SIMULATION_REQUIRED: {
    en: "Simulate the rules named in the details, then run them.",
    fr: "Simulez les règles citées dans les détails, puis exécutez-les.",
  },
  PRICE_CHANGED_SINCE: {
    en: "Get the current price and decide again.",
    fr: "Relisez le prix actuel, puis décidez à nouveau.",
  },
  JOB_INTERRUPTED: {
    en: "For failed jobs: start the job again, and report it if it fails again.",
    fr: "Pour une tâche en échec : relancez-la, et signalez le problème si elle échoue encore.",
  },
  SOURCE_UNREACHABLE: {
    en: "For failed jobs: check the address, the credentials and the network, then start the job again.",
    fr: "Pour une tâche en échec : vérifiez l'adresse, les identifiants et le réseau, puis relancez-la.",
  },
} as const;
