/** What errors say where that is more than their code does. */
export const ERROR_MESSAGES = {
  "not_found.path": {
    en: "There is no such path. GET /api/v1 lists the parts of the API",
    fr: "Ce chemin n'existe pas. GET /api/v1 liste les parties de l'API",
  },
  "not_found.named": {
    en: 'No {resource} matches "{id}"',
    fr: "Aucun élément ({resource}) ne correspond à « {id} »",
  },
  "not_found.product": { en: 'No product matches "{id}"', fr: "Aucun produit ne correspond à « {id} »" },
  "not_found.import": { en: 'No import matches "{id}"', fr: "Aucun import ne correspond à « {id} »" },
  "duplicate.named": {
    en: 'Another {resource} already has the {field} "{value}"',
    fr: "Un autre élément ({resource}) a déjà la valeur « {value} » ({field})",
  },
  "duplicate.email": {
    en: 'The address "{email}" has an account already. Use another one; who forgot the password can set a new one',
    fr: "L'adresse « {email} » a déjà un compte. Utilisez-en une autre ; un mot de passe oublié peut être redéfini",
  },
  "body.broken_off": {
    en: "The request body is incomplete",
    fr: "Le corps de la requête est incomplet",
  },
  "body.charset": {
    en: "The body must be UTF-8, but Content-Type names {charset}",
    fr: "Le corps doit être en UTF-8, mais Content-Type indique {charset}",
  },
  "storage.disk_refuses": {
    en: "The service cannot write because its disk is full or read-only. This request changed nothing; reads still work",
    fr: "Le service ne peut pas écrire : son disque est plein ou en lecture seule. Cette requête n'a rien modifié ; la lecture reste possible",
  },
  "storage.tenant_full": {
    en: "Storage quota exceeded: {used} MiB of {limit} MiB used. This request changed nothing",
    fr: "Quota de stockage dépassé : {used} Mio utilisés sur {limit} Mio. Cette requête n'a rien modifié",
  },
  "storage.too_many_tasks": {
    en: "Task quota reached: {limit} imports and exports are unfinished. Try again when one has ended",
    fr: "Quota de tâches atteint : {limit} imports et exports sont en cours. Réessayez quand l'un d'eux sera terminé",
  },
} as const;
