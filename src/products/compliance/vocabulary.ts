import { vocabulary } from "../../runtime/vocabulary.ts";

export const complianceVocabulary = vocabulary({
  messages: {
    "compliance.passed": { en: "Passed", fr: "Respectée" },
    "compliance.EAN_VALID": {
      en: "The product has no EAN with a valid check digit",
      fr: "Le produit n'a pas d'EAN dont la clé de contrôle est valide",
    },
    "compliance.COUNTRY_OF_ORIGIN": { en: "The country of origin is missing", fr: "Le pays d'origine manque" },
    "compliance.HS_CODE": { en: "The customs code (HS code) is missing", fr: "Le code douanier (code SH) manque" },
    "compliance.CE_MARKING": { en: "The CE marking is not confirmed", fr: "Le marquage CE n'est pas confirmé" },
    "compliance.REACH": { en: "REACH compliance is not confirmed", fr: "La conformité REACH n'est pas confirmée" },
    "compliance.ROHS": { en: "RoHS compliance is not confirmed", fr: "La conformité RoHS n'est pas confirmée" },
    "compliance.WEEE_CATEGORY": { en: "The WEEE category is missing", fr: "La catégorie DEEE manque" },
    "compliance.ENERGY_CLASS": { en: "The energy class is missing", fr: "La classe énergétique manque" },
    "compliance.DANGEROUS_GOODS_CLASS": {
      en: "The dangerous goods class is missing",
      fr: "La classe de marchandise dangereuse manque",
    },
    "compliance.WARRANTY": { en: "The warranty is missing", fr: "La garantie manque" },
    "compliance.file_kind": {
      en: "The content of the file must be a PDF or an image (JPEG, PNG, WebP, GIF)",
      fr: "Le contenu du fichier doit être un PDF ou une image (JPEG, PNG, WebP, GIF)",
    },
    "compliance.unknown_type": { en: "Must be one of: {allowed}", fr: "Valeurs possibles : {allowed}" },
  },
});
