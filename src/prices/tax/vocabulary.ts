import { vocabulary } from "../../runtime/vocabulary.ts";

export const taxVocabulary = vocabulary({
  messages: {
    "tax.ends_before": {
      en: "Must not be before valid_from",
      fr: "Ne doit pas précéder valid_from",
    },
    "tax.overlaps": {
      en: "The rate {rate} of this class and country holds on one of these days: end it first, or begin later",
      fr: "Le taux {rate} de cette classe et de ce pays est valable un de ces jours : terminez-le d'abord, ou commencez plus tard",
    },
    "tax.no_such_country": {
      en: "Must be the code of a country in two capital letters (ISO 3166-1), such as FR",
      fr: "Indiquez le code d'un pays en deux majuscules (ISO 3166-1), par exemple FR",
    },
    "tax.no_country": {
      en: "What tax prices contain is not known: name the country under /settings/tax",
      fr: "La taxe contenue dans les prix n'est pas connue : indiquez le pays sous /settings/tax",
    },
    "tax.rate_unknown": {
      en: "The tax rate of this product is not known: set its tax_rate, or a rate of its tax class under /settings/tax/rates",
      fr: "Le taux de taxe de ce produit est inconnu : indiquez son tax_rate, ou un taux de sa classe de taxe sous /settings/tax/rates",
    },
  },
});
