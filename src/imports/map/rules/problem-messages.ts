import type { Language } from "../../../http/output/messages.ts";

/** What the problems of rows say: every error type has a text under its own name, and some a closer one. */
export const PROBLEM_MESSAGES = {
  ean_missing: { en: "The row has no EAN", fr: "La ligne n'a pas d'EAN" },
  ean_non_numeric: { en: "The EAN holds more than digits", fr: "L'EAN contient autre chose que des chiffres" },
  ean_format_invalid: {
    en: "An EAN has 8, 12, 13 or 14 digits; format the column as text so that none is lost",
    fr: "Un EAN a 8, 12, 13 ou 14 chiffres ; mettez la colonne au format texte pour n'en perdre aucun",
  },
  ean_too_short: { en: "The EAN has fewer than 8 digits", fr: "L'EAN a moins de 8 chiffres" },
  ean_too_long: { en: "The EAN has more than 14 digits", fr: "L'EAN a plus de 14 chiffres" },
  ean_checksum_invalid: {
    en: "The check digit of the EAN is wrong",
    fr: "La clé de contrôle de l'EAN est fausse",
  },
  ean_finder_pending: {
    en: "The row waits until its EAN is found",
    fr: "La ligne attend que son EAN soit trouvé",
  },
  ean_pending_resolution: {
    en: "The row was already waiting for its EAN",
    fr: "La ligne attendait déjà son EAN",
  },
  ean_used_by_variant: { en: "A product variant has this EAN", fr: "Une variante de produit a cet EAN" },
  missing_required_field: { en: "{field} is required", fr: "{field} est obligatoire" },
  invalid_number: { en: "{field} is not a number", fr: "{field} n'est pas un nombre" },
  invalid_value: { en: "The value of {field} cannot be used", fr: "La valeur de {field} n'est pas utilisable" },
  too_long: { en: "{field} is longer than {limit} characters", fr: "{field} dépasse {limit} caractères" },
  unknown_category: { en: "The category does not exist", fr: "La catégorie n'existe pas" },
  unknown_language: { en: "The language is not enabled", fr: "La langue n'est pas activée" },
  rule_violation: { en: "{field} breaks a validation rule", fr: "{field} enfreint une règle de validation" },
  duplicate_in_file: {
    en: "An earlier row of the file has the same EAN; this one wins",
    fr: "Une ligne précédente du fichier a le même EAN ; celle-ci l'emporte",
  },
  ambiguous_match: { en: "Several products match the row", fr: "Plusieurs produits correspondent à la ligne" },
  image_not_fetched: { en: "The image could not be fetched", fr: "L'image n'a pas pu être récupérée" },
  image_answer: {
    en: "The image could not be fetched: its server answered {status}",
    fr: "L'image n'a pas pu être récupérée : son serveur a répondu {status}",
  },
  image_address: {
    en: "The image was not fetched: its address is not a public web address",
    fr: "L'image n'a pas été récupérée : son adresse n'est pas une adresse web publique",
  },
  image_kind: {
    en: "The address does not lead to a JPEG, PNG, WebP or GIF image",
    fr: "L'adresse ne mène pas à une image JPEG, PNG, WebP ou GIF",
  },
  image_size: {
    en: "The image is larger than {limit} MiB",
    fr: "L'image dépasse {limit} Mio",
  },
  image_storage: {
    en: "The image was not stored: the storage of the tenant is used up",
    fr: "L'image n'a pas été enregistrée : l'espace de stockage est épuisé",
  },
  no_parent: {
    en: "The row is no variant of {parent}: that product is not there yet, or the row is a product of its own already",
    fr: "La ligne n'est pas une variante de {parent} : ce produit n'existe pas encore, ou la ligne est déjà un produit",
  },
  suspicious_outcome: { en: "The import comes to something unusual", fr: "L'import aboutit à un résultat inhabituel" },
  outcome_names_alike: {
    en: "Only {names} of the names of {made} new products differ: another column may hold the names",
    fr: "Noms distincts parmi {made} nouveaux produits : {names} seulement ; les noms sont peut-être dans une autre colonne",
  },
  outcome_no_prices: {
    en: "None of {made} new products has a price",
    fr: "Aucun des {made} nouveaux produits n'a de prix",
  },
  outcome_prices_jump: {
    en: "{jumped} of {compared} changed prices become a hundred times what they were, or a hundredth: check the decimal separator",
    fr: "{jumped} prix modifiés sur {compared} sont multipliés ou divisés par cent au moins : vérifiez le séparateur décimal",
  },
  outcome_one_reason: {
    en: "{failed} of {rows} rows fail, most of them for one reason ({reason}): check the mapping of {field}",
    fr: "{failed} lignes sur {rows} échouent, la plupart pour une même raison ({reason}) : vérifiez l'association de {field}",
  },
  outcome_rows_repeat: {
    en: "{repeated} of {rows} rows name a product that a row before has named: the last one wins",
    fr: "{repeated} lignes sur {rows} désignent un produit déjà désigné plus haut : la dernière l'emporte",
  },
  variant_elsewhere: {
    en: "The variant {sku} belongs to another product",
    fr: "La variante {sku} appartient à un autre produit",
  },
  variant_renamed: {
    en: "A variant of another product has the reference {sku}; this one is called {own}",
    fr: "Une variante d'un autre produit a la référence {sku} ; celle-ci s'appelle {own}",
  },
  variant_alike: {
    en: "Another variant of the product has the same options as {sku}",
    fr: "Une autre variante du produit a les mêmes options que {sku}",
  },
  too_many_variants: {
    en: "The product has {limit} variants, more than that are not taken from files: {sku} was left out",
    fr: "Le produit a {limit} variantes, les fichiers n'en apportent pas davantage : {sku} a été laissée de côté",
  },
  ean_taken: {
    en: "Another product has this EAN; the variant was stored without it",
    fr: "Un autre produit a cet EAN ; la variante a été enregistrée sans lui",
  },
  persistence_error: { en: "The row could not be stored", fr: "La ligne n'a pas pu être enregistrée" },
  cut: {
    en: "{field} is longer than {limit} characters; it was cut there",
    fr: "{field} dépasse {limit} caractères ; le texte a été coupé là",
  },
  too_small: { en: "{field} must be at least {limit}", fr: "{field} doit être au moins {limit}" },
  not_above: { en: "{field} must be above {limit}", fr: "{field} doit être supérieur à {limit}" },
  too_large: { en: "{field} must be at most {limit}", fr: "{field} doit être au plus {limit}" },
  foreign_currency: {
    en: "{field} is in {currency}, and prices here are in {base}; it was left out",
    fr: "{field} est en {currency}, or les prix sont ici en {base} ; la valeur a été laissée de côté",
  },
  further_categories: {
    en: "A product has one category: {taken} was taken, {left} was left out",
    fr: "Un produit a une seule catégorie : {taken} a été prise, {left} laissée de côté",
  },
  no_rate: {
    en: "{field} is in {currency}, for which there is no exchange rate; it was left out",
    fr: "{field} est en {currency}, pour laquelle il n'y a pas de taux de change ; la valeur a été laissée de côté",
  },
  no_price_list: {
    en: "{field} is in {currency}, and not exactly one price list in that currency is meant; it was left out: name one in price_list_ids",
    fr: "{field} est en {currency}, et aucune liste de prix unique dans cette devise n'est désignée ; la valeur a été laissée de côté : nommez-en une dans price_list_ids",
  },
  zero: {
    en: "0 says nothing of {field}; it was left out",
    fr: "0 ne dit rien de {field} ; la valeur a été laissée de côté",
  },
  no_value: {
    en: "The cell says that there is no {field}; it was left out",
    fr: "La cellule indique qu'il n'y a pas de {field} ; elle a été laissée de côté",
  },
  no_figure: {
    en: "{field} is a word, not a number; it was left out",
    fr: "{field} est un mot et non un nombre ; la valeur a été laissée de côté",
  },
  inexact: {
    en: "{field} is not one number; it was left out",
    fr: "{field} n'est pas un seul nombre ; la valeur a été laissée de côté",
  },
  unknown_unit: {
    en: "The unit of {field} cannot be converted to {unit}; the value was left out",
    fr: "L'unité de {field} ne peut pas être convertie en {unit} ; la valeur a été laissée de côté",
  },
  ambiguous_number: {
    en: "{field} may be {decimal} or {thousands}; it was left out: set import_options.decimal_separator",
    fr: "{field} peut valoir {decimal} ou {thousands} ; la valeur a été laissée de côté : indiquez import_options.decimal_separator",
  },
  two_codes: {
    en: "The cell holds several EANs; {ean} was taken",
    fr: "La cellule contient plusieurs EAN ; {ean} a été retenu",
  },
  name_of_language: {
    en: "The row has no name in {pivot}; its name in {language} was taken",
    fr: "La ligne n'a pas de nom en {pivot} ; celui en {language} a été retenu",
  },
  duplicate_sku: {
    en: "An earlier row of the file has the same SKU; this one wins",
    fr: "Une ligne précédente du fichier a la même référence ; celle-ci l'emporte",
  },
  not_whole: { en: "{field} must be a whole number", fr: "{field} doit être un nombre entier" },
  not_boolean: { en: "{field} must be yes or no", fr: "{field} doit être oui ou non" },
  not_date: { en: "{field} must be a date such as 2024-12-31", fr: "{field} doit être une date comme 2024-12-31" },
  not_country: {
    en: "{field} must be a country: two letters such as FR, or its name",
    fr: "{field} doit être un pays : deux lettres comme FR, ou son nom",
  },
  not_allowed: { en: "{field} must be one of: {allowed}", fr: "{field} doit être l'une de ces valeurs : {allowed}" },
  not_url: { en: "{field} must be an http or https address", fr: "{field} doit être une adresse http ou https" },
  not_email: { en: "{field} must be an e-mail address", fr: "{field} doit être une adresse e-mail" },
  not_json: { en: "{field} must be JSON", fr: "{field} doit être du JSON" },
  wrong_form: { en: "{field} must look like {example}", fr: "{field} doit être de la forme {example}" },
  too_many: { en: "{field} has more than {limit} entries", fr: "{field} a plus de {limit} entrées" },
  too_short: { en: "{field} is shorter than {limit} characters", fr: "{field} a moins de {limit} caractères" },
  no_match: { en: "{field} does not match the pattern {pattern}", fr: "{field} ne suit pas le motif {pattern}" },
  expression_failed: {
    en: "{field} could not be computed: {reason}",
    fr: "{field} n'a pas pu être calculé : {reason}",
  },
} as const satisfies Record<string, Record<Language, string>>;

/** Names one text about a row. */
export type ProblemMessageKey = keyof typeof PROBLEM_MESSAGES;
