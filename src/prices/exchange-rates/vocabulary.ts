import { vocabulary } from "../../runtime/vocabulary.ts";

export const exchangeRatesVocabulary = vocabulary({
  messages: {
    "rates.base_rate": {
      en: "One unit of the base currency {currency} is always worth 1: leave it out",
      fr: "Une unité de la devise de base {currency} vaut toujours 1 : omettez-la",
    },
    "rates.future": {
      en: "Must not be later than today ({limit})",
      fr: "Ne doit pas être postérieure à aujourd'hui ({limit})",
    },
    "rates.not_an_address": {
      en: "Must be the address of a document in the ECB's format, such as https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml",
      fr: "Indiquez l'adresse d'un document au format de la BCE, par exemple https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml",
    },
    "rates.feed_answered": {
      en: "The address answered {status} instead of 200",
      fr: "L'adresse a répondu {status} au lieu de 200",
    },
    "rates.feed_unreadable": {
      en: "The document names no rates in the ECB's format (Cube elements with time, currency and rate)",
      fr: "Le document ne contient aucun taux au format de la BCE (éléments Cube avec time, currency et rate)",
    },
    "rates.feed_of_another": {
      en: "The rates of the document are not those of one {currency}: it has a rate for {currency} itself",
      fr: "Les taux du document ne sont pas ceux d'un {currency} : il contient un taux pour {currency} même",
    },
    "rates.feed_failed": {
      en: "The address could not be read: {reason}",
      fr: "L'adresse n'a pas pu être lue : {reason}",
    },
  },
});
