import { CONFLICT } from "../http/output/faults/error-kinds.ts";
import { vocabulary } from "../runtime/vocabulary.ts";
import { WEBHOOK_MESSAGES } from "./messages.ts";

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
