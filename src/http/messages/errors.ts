/** What each error code says to the caller. The code is the key. */
export const ERROR_MESSAGES = {
  AUTHENTICATION_REQUIRED: { en: "A credential is required", fr: "Une authentification est requise" },
  INVALID_API_KEY: { en: "The API key is invalid or revoked", fr: "La clé API est invalide ou révoquée" },
  INVALID_CREDENTIALS: { en: "Wrong email address or password", fr: "Adresse e-mail ou mot de passe incorrect" },
  INVALID_TOKEN: { en: "The access token is invalid", fr: "Le jeton d'accès est invalide" },
  TOKEN_EXPIRED: { en: "The access token has expired", fr: "Le jeton d'accès a expiré" },
  REFRESH_TOKEN_INVALID: { en: "The refresh token is invalid", fr: "Le jeton de rafraîchissement est invalide" },
  REFRESH_TOKEN_REUSED: {
    en: "The refresh token was used before; the session is closed",
    fr: "Le jeton de rafraîchissement a déjà servi ; la session est fermée",
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
  PERMISSION_DENIED: { en: "You may not do this", fr: "Vous n'avez pas le droit de faire cela" },
  CSRF_VALIDATION_FAILED: {
    en: "The CSRF token is missing or invalid",
    fr: "Le jeton CSRF est absent ou invalide",
  },
  MODULE_DISABLED: { en: "The module {module} is disabled", fr: "Le module {module} est désactivé" },
  LICENSE_SUSPENDED: {
    en: "The licence is suspended: reading is possible, writing is not",
    fr: "La licence est suspendue : la lecture reste possible, pas l'écriture",
  },
  NOT_FOUND: { en: "Not found", fr: "Introuvable" },
  PRODUCT_NOT_FOUND: { en: "The product was not found", fr: "Le produit est introuvable" },
  IMPORT_JOB_NOT_FOUND: { en: "The import was not found", fr: "L'import est introuvable" },
  METHOD_NOT_ALLOWED: {
    en: "This path does not accept the method {method}",
    fr: "Ce chemin n'accepte pas la méthode {method}",
  },
  INVALID_PARAMETER: { en: "A request parameter is invalid", fr: "Un paramètre de la requête est invalide" },
  VALIDATION_FAILED: { en: "One or more fields are invalid", fr: "Un ou plusieurs champs sont invalides" },
  REQUEST_TIMEOUT: {
    en: "The body did not arrive within {seconds} seconds",
    fr: "Le corps n'est pas arrivé en {seconds} secondes",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    en: "The body's encoding {encoding} is not supported",
    fr: "L'encodage {encoding} du corps n'est pas pris en charge",
  },
  PAYLOAD_TOO_LARGE: {
    en: "The body is larger than {limit} bytes",
    fr: "Le corps dépasse {limit} octets",
  },
  PRECONDITION_FAILED: {
    en: "The resource has changed since you read it",
    fr: "La ressource a changé depuis votre lecture",
  },
  IDEMPOTENCY_KEY_REUSED: {
    en: "This Idempotency-Key was used for another request",
    fr: "Cette Idempotency-Key a servi pour une autre requête",
  },
  DUPLICATE_EAN: { en: "A product with this EAN exists", fr: "Un produit avec cet EAN existe déjà" },
  DUPLICATE_RESOURCE: { en: "It exists already", fr: "Cet élément existe déjà" },
  INVALID_STATE: {
    en: "The resource's state does not allow this",
    fr: "L'état de la ressource ne le permet pas",
  },
  RATE_LIMIT_EXCEEDED: {
    en: "Too many requests, try again in {seconds} s",
    fr: "Trop de requêtes, réessayez dans {seconds} s",
  },
  INVITATION_TOKEN_INVALID: { en: "The invitation is invalid", fr: "L'invitation est invalide" },
  INVITATION_TOKEN_EXPIRED: { en: "The invitation has expired", fr: "L'invitation a expiré" },
  INVITATION_ALREADY_USED: { en: "The invitation was used before", fr: "L'invitation a déjà servi" },
  RESET_TOKEN_INVALID: {
    en: "The password reset link is invalid or expired",
    fr: "Le lien de réinitialisation est invalide ou expiré",
  },
  SYSTEM_SERVICE_UNAVAILABLE: {
    en: "The service is momentarily unavailable, try again later",
    fr: "Le service est momentanément indisponible, réessayez plus tard",
  },
  SYSTEM_INTERNAL_ERROR: { en: "Internal error", fr: "Erreur interne" },
} as const;
