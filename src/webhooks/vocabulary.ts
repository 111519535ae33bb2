import { CONFLICT } from "../http/output/faults/error-kinds.ts";
import { vocabulary } from "../runtime/vocabulary.ts";

/** How a developer gets deliveries on their own machine. */
const LOCALLY = {
  en: "To receive on your own machine, start catalogd with CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS=1",
  fr: "Pour recevoir sur votre propre machine, démarrez catalogd avec CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS=1",
};

/** What the webhooks say. */
const WEBHOOK_MESSAGES = {
  "webhooks.url.not_a_url": { en: "Must be a URL", fr: "Doit être une URL" },
  "webhooks.url.scheme": {
    en: `Must begin with https://. ${LOCALLY.en}`,
    fr: `Doit commencer par https://. ${LOCALLY.fr}`,
  },
  "webhooks.url.credentials": {
    en: "Must not contain a user name or password",
    fr: "Ne doit contenir ni nom d'utilisateur ni mot de passe",
  },
  "webhooks.url.port": {
    en: "Port must be 80, 443, 8080 or 8443",
    fr: "Le port doit être 80, 443, 8080 ou 8443",
  },
  "webhooks.url.local_name": {
    en: `Must be reachable from the internet; this is a local network name. ${LOCALLY.en}`,
    fr: `Doit être joignable depuis Internet ; ce nom appartient à un réseau local. ${LOCALLY.fr}`,
  },
  "webhooks.url.address": {
    en: `Must be reachable from the internet; this does not resolve to a public address. ${LOCALLY.en}`,
    fr: `Doit être joignable depuis Internet ; ce nom ne correspond à aucune adresse publique. ${LOCALLY.fr}`,
  },
  "webhooks.header_name": {
    en: "Header names must consist of at most 100 letters, digits and hyphens",
    fr: "Un nom d'en-tête se compose d'au plus 100 lettres, chiffres et traits d'union",
  },
  "webhooks.header_reserved": {
    en: "This header is set by the service",
    fr: "Cet en-tête est défini par le service",
  },
  "webhooks.header_value": {
    en: "Header values must be one line of at most 2000 ASCII characters",
    fr: "La valeur d'un en-tête tient en une ligne de 2000 caractères ASCII au plus",
  },
  "webhooks.headers_many": { en: "At most {limit} headers", fr: "{limit} en-têtes au plus" },
  "webhooks.retry_in_hand": {
    en: "A retry of this delivery is already in progress. Try again when it has ended.",
    fr: "Cette livraison est déjà en cours de renvoi. Réessayez quand le renvoi sera terminé.",
  },
  "webhooks.test": { en: "This is a test event", fr: "Ceci est un événement de test" },
} as const;

export const webhooksVocabulary = vocabulary({
  messages: WEBHOOK_MESSAGES,
  errors: {
    WEBHOOK_INACTIVE: {
      ...CONFLICT,
      says: { en: "The webhook is paused", fr: "Le webhook est en pause" },
      fix: { en: "Resume the webhook first.", fr: "Réactivez d'abord le webhook." },
    },
    DELIVERY_NOT_FAILED: {
      ...CONFLICT,
      says: { en: "Only a failed delivery can be sent again", fr: "Seule une livraison en échec peut être renvoyée" },
      fix: {
        en: "Choose a failed entry of the delivery log.",
        fr: "Choisissez une entrée en échec du journal des livraisons.",
      },
    },
  },
  audit: {
    actions: [
      "webhook.created",
      "webhook.changed",
      "webhook.paused",
      "webhook.resumed",
      "webhook.secret_rotated",
      "webhook.disabled",
      "webhook.deleted",
    ],
    resources: ["webhook"],
  },
  events: ["test"],
});
