/** What the compliance rules say of a product that is at fault. */
export const COMPLIANCE_MESSAGES = {
  "compliance.passed": { en: "Met", fr: "Respectée" },
  "compliance.EAN_VALID": {
    en: "The product has no EAN with a right check digit",
    fr: "Le produit n'a pas d'EAN avec une clé de contrôle correcte",
  },
  "compliance.COUNTRY_OF_ORIGIN": { en: "The country of origin is missing", fr: "Le pays d'origine manque" },
  "compliance.HS_CODE": { en: "The customs code (HS code) is missing", fr: "Le code douanier (code SH) manque" },
  "compliance.CE_MARKING": { en: "The CE marking is not confirmed", fr: "Le marquage CE n'est pas confirmé" },
  "compliance.REACH": { en: "REACH conformity is not confirmed", fr: "La conformité REACH n'est pas confirmée" },
  "compliance.ROHS": { en: "RoHS conformity is not confirmed", fr: "La conformité RoHS n'est pas confirmée" },
  "compliance.WEEE_CATEGORY": { en: "The WEEE category is missing", fr: "La catégorie DEEE manque" },
  "compliance.ENERGY_CLASS": { en: "The energy class is missing", fr: "La classe énergétique manque" },
  "compliance.DANGEROUS_GOODS_CLASS": {
    en: "Dangerous goods need a class",
    fr: "Une marchandise dangereuse doit avoir une classe",
  },
  "compliance.WARRANTY": { en: "The warranty is missing", fr: "La garantie manque" },
  "compliance.file_kind": {
    en: "The document must be a PDF or an image (JPEG, PNG, WebP, GIF), by its content",
    fr: "Le document doit être un PDF ou une image (JPEG, PNG, WebP, GIF), d'après son contenu",
  },
  "compliance.unknown_type": { en: "Must be one of {allowed}", fr: "Doit être l'un de {allowed}" },
} as const;
