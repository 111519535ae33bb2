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

/** What the conventions say besides errors of a code's own message. A family adds a file like this one for its own. */
export const ANSWER_MESSAGES = {
  "auth.key_as_bearer": {
    en: "Send the API key in the X-API-Key header, not as a bearer token",
    fr: "Envoyez la clé API dans l'en-tête X-API-Key, et non comme jeton Bearer",
  },
  "auth.key_mistyped": {
    en: "This is not an API key: characters are missing or mistyped. Copy it again, from pm_ to its end",
    fr: "Ceci n'est pas une clé API : des caractères manquent ou sont erronés. Copiez-la à nouveau, de pm_ à la fin",
  },
  "auth.key_refused": {
    en: "This API key is not accepted. Check that it is of this installation, switched on, not expired and not revoked, or make a new one",
    fr: "Cette clé API n'est pas acceptée. Vérifiez qu'elle vient de cette installation, qu'elle est active, non expirée et non révoquée, ou créez-en une nouvelle",
  },
  "auth.session_only": {
    en: "This operation requires a session; API keys are not accepted",
    fr: "Cette opération nécessite une session ; les clés API ne sont pas acceptées",
  },
  "auth.scope_missing": {
    en: "The API key does not have the scope {scope}",
    fr: "La clé API n'a pas la portée {scope}",
  },
  "auth.permission_missing": {
    en: "You lack the permission {permission}",
    fr: "Il vous manque la permission {permission}",
  },
  "system.maintenance": {
    en: "The service is under maintenance; try again later",
    fr: "Le service est en maintenance, réessayez plus tard",
  },
} as const;
