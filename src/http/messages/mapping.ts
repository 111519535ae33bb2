/** What is wrong with the mapping of an import, or with a mapping template. */
export const MAPPING_MESSAGES = {
  "mapping.unknown_column": { en: "The file has no column {column}", fr: "Le fichier n'a pas de colonne {column}" },
  "mapping.unknown_target": {
    en: "There is no field {target}; own fields are attributes.<key>",
    fr: "Le champ {target} n'existe pas ; les champs libres sont attributes.<clé>",
  },
  "mapping.target_taken": {
    en: "The column {column} is mapped to {target} already",
    fr: "La colonne {column} correspond déjà à {target}",
  },
  "mapping.identifier_missing": {
    en: "Map a column to ean, sku or supplier_reference, so that products can be recognised",
    fr: "Associez une colonne à ean, sku ou supplier_reference pour que les produits soient reconnus",
  },
  "mapping.language": {
    en: "The language {language} is not enabled",
    fr: "La langue {language} n'est pas activée",
  },
  "mapping.not_translatable": {
    en: "The field {target} has no languages",
    fr: "Le champ {target} n'existe pas par langue",
  },
  "mapping.target_form": {
    en: "Must be a field name, null, or {field, language}",
    fr: "Doit être un nom de champ, null ou {field, language}",
  },
  "mapping.unknown_rule": { en: "There is no rule {rule}", fr: "La règle {rule} n'existe pas" },
  "mapping.pattern": {
    en: "Must be a simple regular expression of at most 200 characters, without repeated groups that repeat",
    fr: "Doit être une expression régulière simple de 200 caractères au plus, sans groupes répétés imbriqués",
  },
  "mapping.expression": {
    en: "The expression cannot be understood: {reason}",
    fr: "L'expression n'est pas compréhensible : {reason}",
  },
} as const;
