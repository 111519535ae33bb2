/** What is wrong with the mapping of an import, or with a mapping template. */
export const MAPPING_MESSAGES = {
  "mapping.unknown_column": { en: "The file has no column {column}", fr: "Le fichier n'a pas de colonne {column}" },
  "mapping.unknown_target": {
    en: "Unknown field {target}; for custom fields use attributes.<key>",
    fr: "Champ inconnu : {target} ; pour les champs personnalisés, utilisez attributes.<clé>",
  },
  "mapping.target_taken": {
    en: "The column {column} is already mapped to {target}",
    fr: "La colonne {column} est déjà associée à {target}",
  },
  "mapping.identifier_missing": {
    en: "Map a column to ean, sku or supplier_reference to identify products",
    fr: "Associez une colonne à ean, sku ou supplier_reference pour identifier les produits",
  },
  "mapping.language": {
    en: "The language {language} is not enabled",
    fr: "La langue {language} n'est pas activée",
  },
  "mapping.not_translatable": {
    en: "The field {target} is not translatable",
    fr: "Le champ {target} n'est pas traduisible",
  },
  "mapping.target_form": {
    en: "Must be a field name, null, or {field, language}",
    fr: "Doit être un nom de champ, null ou {field, language}",
  },
  "mapping.unknown_rule": { en: "Unknown rule {rule}", fr: "Règle inconnue : {rule}" },
  "mapping.pattern": {
    en: "Must be a regular expression of at most 200 characters without back references, look-around and large repetitions",
    fr: "Doit être une expression régulière de 200 caractères au plus, sans référence arrière, assertion ni grande répétition",
  },
  "mapping.expression": {
    en: "The expression is invalid: {reason}",
    fr: "L'expression n'est pas valide : {reason}",
  },
  "mapping.column_twice": {
    en: "This column is mapped twice",
    fr: "Cette colonne est associée deux fois",
  },
  "mapping.attribute_field": {
    en: "Must be attributes. followed by the key of the attribute",
    fr: "Doit être attributes. suivi de la clé de l'attribut",
  },
} as const;
