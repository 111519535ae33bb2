/** What connectors say. */
export const CONNECTOR_MESSAGES = {
  "connectors.processing": {
    en: "The synchronisation runs in the background; read it at /connectors/{connector_id}/jobs",
    fr: "La synchronisation s'exécute en arrière-plan ; lisez-la sous /connectors/{connector_id}/jobs",
  },
  "connectors.marketplace_links": {
    en: 'A marketplace knows offers by their SKU alone: only "link" is possible',
    fr: "Une place de marché ne connaît les offres que par leur SKU : seul « link » est possible",
  },
  "connectors.stock_of_shop": {
    en: "The stock is the shop's own (`stock_owner`), and none is sent: choose keep, or hide where products can be hidden",
    fr: "Le stock est celui de la boutique (`stock_owner`), et aucun n'est envoyé : choisissez keep, ou hide là où des produits peuvent être masqués",
  },
  "connectors.cannot_pull": {
    en: "The platform cannot be asked for these",
    fr: "La plateforme ne permet pas de les demander",
  },
  "connectors.not_with_filters": {
    en: "Not beside filters: use the filters ids and updated_after",
    fr: "Pas avec filters : utilisez les filtres ids et updated_after",
  },
  "connectors.one_timing": {
    en: "Give either interval_minutes or cron_expression",
    fr: "Indiquez soit interval_minutes, soit cron_expression",
  },
  "connectors.store_webhook_secret": {
    en: "Store the platform's webhook secret in the credentials of the connector, and activate it.",
    fr: "Enregistrez le secret de webhook de la plateforme dans les identifiants du connecteur, et activez-le.",
  },
} as const;
