import { CONFLICT, INVALID_PARAMETER } from "../http/output/faults/error-kinds.ts";
import { vocabulary } from "../runtime/vocabulary.ts";

export const connectorsVocabulary = vocabulary({
  messages: {
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
  },
  errors: {
    CONNECTOR_WEBHOOK_NOT_CONFIGURED: {
      ...CONFLICT,
      says: {
        en: "No connector of this platform has a webhook secret",
        fr: "Aucun connecteur de cette plateforme n'a de secret de webhook",
      },
      fix: {
        en: "Store the platform's webhook secret in the connector's credentials.",
        fr: "Enregistrez le secret de webhook de la plateforme dans les identifiants du connecteur.",
      },
    },
    CONNECTOR_NOT_CONFIGURED: {
      ...CONFLICT,
      says: { en: "The connector has no credentials", fr: "Le connecteur n'a pas d'identifiants" },
      fix: {
        en: "Set the connector's credentials with PATCH; the platform's config_schema lists them.",
        fr: "Définissez les identifiants du connecteur avec PATCH ; le config_schema de la plateforme les énumère.",
      },
    },
    CONNECTOR_INACTIVE: {
      ...CONFLICT,
      says: { en: "The connector is inactive", fr: "Le connecteur est inactif" },
      fix: { en: "Activate the connector.", fr: "Activez le connecteur." },
    },
    PUBLIC_ADDRESS_NEEDED: {
      ...CONFLICT,
      says: {
        en: "This service has no address at which shops reach it",
        fr: "Ce service n'a pas d'adresse à laquelle les boutiques l'atteignent",
      },
      fix: {
        en: "Set CATALOGD_API_URL to the public address of this service, and start it again.",
        fr: "Définissez CATALOGD_API_URL avec l'adresse publique de ce service, et redémarrez-le.",
      },
    },
    CAPABILITY_NOT_SUPPORTED: {
      ...INVALID_PARAMETER,
      says: { en: "The platform does not support this operation", fr: "La plateforme ne permet pas cette opération" },
      fix: { en: "Choose one of the platform's capabilities.", fr: "Choisissez l'une des capacités de la plateforme." },
    },
    NO_FAILED_PRODUCTS: {
      ...CONFLICT,
      says: {
        en: "No product of this synchronisation has failed",
        fr: "Aucun produit de cette synchronisation n'a échoué",
      },
      fix: {
        en: "Retry a push whose products have the result error; start one again that failed as a whole.",
        fr: "Relancez un envoi dont des produits ont le résultat error ; recommencez celui qui a échoué en entier.",
      },
    },
    SYNC_ALREADY_RUNNING: {
      ...CONFLICT,
      says: { en: "This synchronisation is already running", fr: "Cette synchronisation est déjà en cours" },
      fix: {
        en: "Wait until the running synchronisation has ended.",
        fr: "Attendez la fin de la synchronisation en cours.",
      },
    },
  },
  audit: { actions: ["connector.created", "connector.changed", "connector.deleted"], resources: ["connector"] },
});
