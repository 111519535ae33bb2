/** What each error code says to the caller. The code is the key. */
export const ERROR_MESSAGES = {
  AUTHENTICATION_REQUIRED: {
    en: "Authentication is required: send an API key in the X-API-Key header, or an access token as a bearer token",
    fr: "Authentification requise : envoyez une clé API dans l'en-tête X-API-Key, ou un jeton d'accès (bearer)",
  },
  INVALID_API_KEY: { en: "The API key is invalid or revoked", fr: "La clé API est invalide ou révoquée" },
  INVALID_CREDENTIALS: { en: "Wrong email address or password", fr: "Adresse e-mail ou mot de passe incorrect" },
  INVALID_TOKEN: { en: "The access token is invalid", fr: "Le jeton d'accès est invalide" },
  TOKEN_EXPIRED: { en: "The access token has expired", fr: "Le jeton d'accès a expiré" },
  REFRESH_TOKEN_INVALID: { en: "The refresh token is invalid", fr: "Le jeton de rafraîchissement est invalide" },
  REFRESH_TOKEN_REUSED: {
    en: "The refresh token was already used; the session has been ended",
    fr: "Le jeton de rafraîchissement a déjà été utilisé ; la session a été fermée",
  },
  ACCOUNT_DISABLED: { en: "The account is disabled", fr: "Le compte est désactivé" },
  ACCOUNT_LOCKED: {
    en: "The account is locked after too many failed logins",
    fr: "Le compte est verrouillé après trop d'échecs de connexion",
  },
  INVALID_OPERATOR_KEY: { en: "The operator key is invalid", fr: "La clé d'exploitation est invalide" },
  INVALID_SYNC_KEY: { en: "The sync key is invalid", fr: "La clé de synchronisation est invalide" },
  INVALID_WEBHOOK_SIGNATURE: {
    en: "The webhook signature is invalid",
    fr: "La signature du webhook est invalide",
  },
  PERMISSION_DENIED: {
    en: "You do not have permission to do this",
    fr: "Vous n'avez pas l'autorisation d'effectuer cette opération",
  },
  CSRF_VALIDATION_FAILED: {
    en: "The CSRF token is missing or invalid",
    fr: "Le jeton CSRF est absent ou invalide",
  },
  MODULE_DISABLED: { en: "The module {module} is disabled", fr: "Le module {module} est désactivé" },
  LICENSE_SUSPENDED: {
    en: "The licence is suspended: the data is read-only",
    fr: "La licence est suspendue : les données sont en lecture seule",
  },
  NOT_FOUND: { en: "Not found", fr: "Introuvable" },
  PRODUCT_NOT_FOUND: { en: "Product not found", fr: "Produit introuvable" },
  IMPORT_JOB_NOT_FOUND: { en: "Import not found", fr: "Import introuvable" },
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
  METHOD_NOT_ALLOWED: {
    en: "The method {method} is not allowed on this path, which takes {allowed}",
    fr: "La méthode {method} n'est pas autorisée sur ce chemin, qui accepte {allowed}",
  },
  INVALID_PARAMETER: { en: "A request parameter is invalid", fr: "Un paramètre de la requête est invalide" },
  VALIDATION_FAILED: { en: "One or more fields are invalid", fr: "Un ou plusieurs champs sont invalides" },
  REQUEST_TIMEOUT: {
    en: "The request body was not received within {seconds} seconds",
    fr: "Le corps de la requête n'a pas été reçu en {seconds} secondes",
  },
  "body.broken_off": {
    en: "The request body is incomplete",
    fr: "Le corps de la requête est incomplet",
  },
  "body.charset": {
    en: "The body must be UTF-8, but Content-Type names {charset}",
    fr: "Le corps doit être en UTF-8, mais Content-Type indique {charset}",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    en: "The content encoding {encoding} is not supported",
    fr: "Le codage de contenu {encoding} n'est pas pris en charge",
  },
  PAYLOAD_TOO_LARGE: {
    en: "The request body is larger than {limit} bytes",
    fr: "Le corps de la requête dépasse {limit} octets",
  },
  PRECONDITION_FAILED: {
    en: "The resource has changed since you read it. Read it again, and send its new ETag in If-Match",
    fr: "La ressource a changé depuis votre lecture. Relisez-la, et envoyez son nouvel ETag dans If-Match",
  },
  IDEMPOTENCY_KEY_REUSED: {
    en: "This Idempotency-Key was already used for a different request. Take a new one for each new request",
    fr: "Cette Idempotency-Key a déjà été utilisée pour une autre requête. Prenez-en une nouvelle pour chaque nouvelle requête",
  },
  DUPLICATE_EAN: {
    en: 'The EAN "{ean}" belongs to another product or variant already',
    fr: "L'EAN « {ean} » appartient déjà à un autre produit ou à une autre variante",
  },
  DUPLICATE_RESOURCE: { en: "The resource already exists", fr: "Cet élément existe déjà" },
  INVALID_STATE: {
    en: "The current state of the resource does not allow this operation",
    fr: "L'état actuel de la ressource ne permet pas cette opération",
  },
  RATE_LIMIT_EXCEEDED: {
    en: "Too many requests; try again in {seconds} s",
    fr: "Trop de requêtes ; réessayez dans {seconds} s",
  },
  INVITATION_TOKEN_INVALID: { en: "The invitation is invalid", fr: "L'invitation est invalide" },
  INVITATION_TOKEN_EXPIRED: { en: "The invitation has expired", fr: "L'invitation a expiré" },
  INVITATION_ALREADY_USED: { en: "The invitation has already been used", fr: "L'invitation a déjà été utilisée" },
  RESET_TOKEN_INVALID: {
    en: "The password reset link is invalid or expired",
    fr: "Le lien de réinitialisation est invalide ou expiré",
  },
  SYSTEM_SERVICE_UNAVAILABLE: {
    en: "The service is temporarily unavailable; try again later",
    fr: "Le service est temporairement indisponible ; réessayez plus tard",
  },
  "storage.disk_refuses": {
    en: "The service cannot write because its disk is full or read-only. This request changed nothing; reads still work",
    fr: "Le service ne peut pas écrire : son disque est plein ou en lecture seule. Cette requête n'a rien modifié ; la lecture reste possible",
  },
  INSUFFICIENT_STORAGE: {
    en: "Not enough free disk space for files. This request changed nothing",
    fr: "Espace disque insuffisant pour les fichiers. Cette requête n'a rien modifié",
  },
  "storage.tenant_full": {
    en: "Storage quota exceeded: {used} MiB of {limit} MiB used. This request changed nothing",
    fr: "Quota de stockage dépassé : {used} Mio utilisés sur {limit} Mio. Cette requête n'a rien modifié",
  },
  "storage.too_many_tasks": {
    en: "Task quota reached: {limit} imports and exports are unfinished. Try again when one has ended",
    fr: "Quota de tâches atteint : {limit} imports et exports sont en cours. Réessayez quand l'un d'eux sera terminé",
  },
  SYSTEM_INTERNAL_ERROR: { en: "Internal error", fr: "Erreur interne" },
} as const;
