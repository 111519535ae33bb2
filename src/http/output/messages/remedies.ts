import type { ErrorCode } from "../error-codes.ts";
import type { Language } from "../messages.ts";
import { FAMILY_REMEDIES } from "./family-remedies.ts";

/** What the caller can do about each error. */
export const REMEDIES: Record<ErrorCode, Record<Language, string>> = {
  ...FAMILY_REMEDIES,
  AUTHENTICATION_REQUIRED: {
    en: "Send an API key as X-API-Key, or an access token as Authorization: Bearer.",
    fr: "Envoyez une clé API dans X-API-Key, ou le jeton d'accès d'une session dans Authorization: Bearer.",
  },
  INVALID_API_KEY: {
    en: "Check that the key is correct and not disabled, expired or rotated, and send it as X-API-Key.",
    fr: "Vérifiez que la clé est correcte et n'est ni désactivée, ni expirée, ni renouvelée, et envoyez-la dans X-API-Key.",
  },
  INVALID_CREDENTIALS: {
    en: "Check the email address and password, or request a new password at /auth/forgot-password.",
    fr: "Vérifiez l'adresse e-mail et le mot de passe, ou demandez un nouveau mot de passe sur /auth/forgot-password.",
  },
  INVALID_TOKEN: { en: "Log in again: the session has ended.", fr: "Reconnectez-vous : la session est terminée." },
  TOKEN_EXPIRED: {
    en: "Get a new access token at /auth/refresh; tokens are valid for 15 minutes.",
    fr: "Obtenez un nouveau jeton d'accès sur /auth/refresh ; il est valable 15 minutes.",
  },
  REFRESH_TOKEN_INVALID: { en: "Log in again.", fr: "Reconnectez-vous." },
  REFRESH_TOKEN_REUSED: {
    en: "Log in again. If you did not reuse the token yourself, change your password: the cookie may have been stolen.",
    fr: "Reconnectez-vous. Si vous n'avez pas réutilisé le jeton vous-même, changez de mot de passe : le cookie a peut-être été volé.",
  },
  INVALID_OPERATOR_KEY: {
    en: "Send the value of CATALOGD_OPERATOR_KEY in X-Operator-Key.",
    fr: "Envoyez la valeur de CATALOGD_OPERATOR_KEY dans X-Operator-Key.",
  },
  INVALID_SYNC_KEY: { en: "Check the key in x-sync-key.", fr: "Vérifiez la clé dans x-sync-key." },
  INVALID_WEBHOOK_SIGNATURE: {
    en: "Sign the raw bytes of the body with the secret stored on the connector.",
    fr: "Signez les octets bruts du corps avec le secret enregistré sur le connecteur.",
  },
  ACCOUNT_DISABLED: {
    en: "Ask an administrator to enable the account.",
    fr: "Demandez à un administrateur de réactiver le compte.",
  },
  ACCOUNT_LOCKED: {
    en: "Wait for the time in Retry-After, or ask an administrator to unlock the account.",
    fr: "Attendez le délai indiqué par Retry-After, ou demandez à un administrateur de déverrouiller le compte.",
  },
  PERMISSION_DENIED: {
    en: "Request the scope or permission named in the details.",
    fr: "Demandez la portée ou la permission citée dans les détails.",
  },
  CSRF_VALIDATION_FAILED: {
    en: "Get a token at /auth/csrf-token and send it as X-CSRF-Token, or use a bearer token instead of cookies.",
    fr: "Obtenez un jeton sur /auth/csrf-token et envoyez-le dans X-CSRF-Token, ou utilisez un jeton Bearer au lieu des cookies.",
  },
  MODULE_DISABLED: {
    en: "Ask the operator of the instance to enable the module.",
    fr: "Demandez à l'exploitant de l'instance d'activer le module.",
  },
  LICENSE_SUSPENDED: {
    en: "Ask the operator of the instance to lift the suspension. You can still read data.",
    fr: "Demandez à l'exploitant de l'instance de lever la suspension. La lecture reste possible.",
  },
  NOT_FOUND: {
    en: "Check the path and the id; resources of other tenants are not found either.",
    fr: "Vérifiez le chemin et l'identifiant ; les ressources d'un autre client sont introuvables aussi.",
  },
  PRODUCT_NOT_FOUND: { en: "Check the product's id.", fr: "Vérifiez l'identifiant du produit." },
  IMPORT_JOB_NOT_FOUND: { en: "Check the import's id.", fr: "Vérifiez l'identifiant de l'import." },
  METHOD_NOT_ALLOWED: {
    en: "Use one of the methods in the Allow header.",
    fr: "Utilisez l'une des méthodes de l'en-tête Allow.",
  },
  INVALID_PARAMETER: {
    en: "Correct the query parameters or headers named in the details.",
    fr: "Corrigez les paramètres ou en-têtes cités dans les détails.",
  },
  VALIDATION_FAILED: {
    en: "Correct every field listed in the details; see the operation's schema.",
    fr: "Corrigez chaque champ cité dans les détails ; voir le schéma de l'opération.",
  },
  REQUEST_TIMEOUT: {
    en: "Send the request again with its complete body.",
    fr: "Renvoyez la requête avec son corps complet.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    en: "Send the body uncompressed.",
    fr: "Envoyez le corps sans compression.",
  },
  PAYLOAD_TOO_LARGE: {
    en: "Split the request into smaller ones, or import a file.",
    fr: "Découpez la requête en plusieurs, ou importez un fichier.",
  },
  PRECONDITION_FAILED: {
    en: "Get the resource again, reapply your change and send it with the new ETag.",
    fr: "Relisez la ressource, refaites votre modification et envoyez-la avec le nouvel ETag.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    en: "Use a new Idempotency-Key for every new request; retries must send exactly the same body.",
    fr: "Utilisez une nouvelle Idempotency-Key pour chaque nouvelle requête ; une répétition doit envoyer exactement le même corps.",
  },
  DUPLICATE_EAN: {
    en: "Update the product that has this EAN; deleted products keep their EAN until they are erased.",
    fr: "Modifiez le produit qui a cet EAN ; un produit supprimé garde le sien jusqu'à son effacement.",
  },
  DUPLICATE_RESOURCE: {
    en: "Use the existing resource, or choose another value for the field named in the details.",
    fr: "Utilisez l'élément existant, ou choisissez une autre valeur pour le champ cité dans les détails.",
  },
  INVALID_STATE: {
    en: "Bring the resource into one of the states in details.allowed_states, or wait for one.",
    fr: "Amenez la ressource dans l'un des états de details.allowed_states, ou attendez-le.",
  },
  RATE_LIMIT_EXCEEDED: {
    en: "Wait for the time in Retry-After, then retry with exponential backoff and random jitter.",
    fr: "Attendez le délai indiqué par Retry-After, puis réessayez avec un délai exponentiel et aléatoire.",
  },
  INVITATION_TOKEN_INVALID: {
    en: "Open the complete invitation link, or ask for a new invitation.",
    fr: "Ouvrez le lien d'invitation complet, ou demandez une nouvelle invitation.",
  },
  INVITATION_TOKEN_EXPIRED: { en: "Ask for a new invitation.", fr: "Demandez une nouvelle invitation." },
  INVITATION_ALREADY_USED: {
    en: "The account already exists: log in.",
    fr: "Le compte existe déjà : connectez-vous.",
  },
  RESET_TOKEN_INVALID: {
    en: "Request a new link at /auth/forgot-password; each link works once, within an hour.",
    fr: "Demandez un nouveau lien sur /auth/forgot-password ; chaque lien est valable une fois, pendant une heure.",
  },
  SYSTEM_SERVICE_UNAVAILABLE: {
    en: "Wait for the time in Retry-After and try again; the request itself is fine.",
    fr: "Attendez le délai indiqué par Retry-After et réessayez ; la requête n'est pas en cause.",
  },
  INSUFFICIENT_STORAGE: {
    en: "Delete unneeded files (imports, exports, images, documents), or ask the operator for more space or a larger quota.",
    fr: "Supprimez les fichiers inutiles (imports, exports, images, documents), ou demandez à l'exploitant plus d'espace ou un quota plus élevé.",
  },
  SYSTEM_INTERNAL_ERROR: {
    en: "Try again once; if the error persists, report the request_id, which identifies the log entry.",
    fr: "Réessayez une fois ; si l'erreur persiste, signalez le request_id, qui identifie l'entrée du journal.",
  },
};
