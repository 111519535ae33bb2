import type { ErrorCode } from "../error-codes.ts";
import type { Language } from "../messages.ts";
import { FAMILY_REMEDIES } from "./family-remedies.ts";

/** What the caller can do about each error. */
export const REMEDIES: Record<ErrorCode, Record<Language, string>> = {
  ...FAMILY_REMEDIES,
  AUTHENTICATION_REQUIRED: {
    en: "Send an API key as X-API-Key, or a session's access token as Authorization: Bearer.",
    fr: "Envoyez une clé API dans X-API-Key, ou le jeton d'accès d'une session dans Authorization: Bearer.",
  },
  INVALID_API_KEY: {
    en: "Check the key, and that it is neither disabled, expired nor rotated; send it as X-API-Key only.",
    fr: "Vérifiez la clé : ni désactivée, ni expirée, ni renouvelée ; envoyez-la uniquement dans X-API-Key.",
  },
  INVALID_CREDENTIALS: {
    en: "Check the address and the password, or ask for a new one at /auth/forgot-password.",
    fr: "Vérifiez l'adresse et le mot de passe, ou demandez-en un nouveau sur /auth/forgot-password.",
  },
  INVALID_TOKEN: { en: "Log in again: the session has ended.", fr: "Reconnectez-vous : la session est terminée." },
  TOKEN_EXPIRED: {
    en: "Get a new access token at /auth/refresh; one lives 15 minutes.",
    fr: "Obtenez un nouveau jeton d'accès sur /auth/refresh ; il vit 15 minutes.",
  },
  REFRESH_TOKEN_INVALID: { en: "Log in again.", fr: "Reconnectez-vous." },
  REFRESH_TOKEN_REUSED: {
    en: "Log in again. Someone may have copied the cookie: change the password if it was not you.",
    fr: "Reconnectez-vous. Le cookie a peut-être été copié : changez le mot de passe si ce n'était pas vous.",
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
    en: "Wait as long as Retry-After says, or ask an administrator to unlock the account.",
    fr: "Attendez le délai de Retry-After, ou demandez à un administrateur de déverrouiller le compte.",
  },
  PERMISSION_DENIED: {
    en: "Ask for the scope or permission named in the details.",
    fr: "Demandez la portée ou la permission citée dans les détails.",
  },
  CSRF_VALIDATION_FAILED: {
    en: "Read a token at /auth/csrf-token and send it as X-CSRF-Token, or send a bearer token instead of cookies.",
    fr: "Lisez un jeton sur /auth/csrf-token et envoyez-le dans X-CSRF-Token, ou utilisez un jeton Bearer sans cookies.",
  },
  MODULE_DISABLED: {
    en: "Ask the operator of the instance to enable the module.",
    fr: "Demandez à l'exploitant de l'instance d'activer le module.",
  },
  LICENSE_SUSPENDED: {
    en: "Ask the operator of the instance to lift the suspension. Reading stays possible.",
    fr: "Demandez à l'exploitant de l'instance de lever la suspension. La lecture reste possible.",
  },
  NOT_FOUND: {
    en: "Check the path and the id; things of another tenant are not found either.",
    fr: "Vérifiez le chemin et l'identifiant ; ce qui est à un autre locataire est introuvable aussi.",
  },
  PRODUCT_NOT_FOUND: { en: "Check the product's id.", fr: "Vérifiez l'identifiant du produit." },
  IMPORT_JOB_NOT_FOUND: { en: "Check the import's id.", fr: "Vérifiez l'identifiant de l'import." },
  METHOD_NOT_ALLOWED: {
    en: "Use one of the methods in the header Allow.",
    fr: "Utilisez l'une des méthodes de l'en-tête Allow.",
  },
  INVALID_PARAMETER: {
    en: "Correct the query parameters or headers named in the details.",
    fr: "Corrigez les paramètres ou en-têtes cités dans les détails.",
  },
  VALIDATION_FAILED: {
    en: "Correct every field named in the details; the operation's schema says what is expected.",
    fr: "Corrigez chaque champ cité dans les détails ; le schéma de l'opération dit ce qui est attendu.",
  },
  REQUEST_TIMEOUT: {
    en: "Send the request again, and all of its body at once.",
    fr: "Renvoyez la requête, avec tout son corps d'un coup.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    en: "Send the body uncompressed.",
    fr: "Envoyez le corps sans compression.",
  },
  PAYLOAD_TOO_LARGE: {
    en: "Send less at once: split the list, or upload a file and import it.",
    fr: "Envoyez moins à la fois : découpez la liste, ou importez un fichier.",
  },
  PRECONDITION_FAILED: {
    en: "Read the resource again, apply your change to it, and send it with the new ETag.",
    fr: "Relisez la ressource, refaites votre modification et envoyez-la avec le nouvel ETag.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    en: "Take a new key for a new request; repeat a request with its very body.",
    fr: "Prenez une nouvelle clé pour une nouvelle requête ; répétez une requête avec exactement son corps.",
  },
  DUPLICATE_EAN: {
    en: "Change the product that has this EAN; deleted products keep theirs until they are erased.",
    fr: "Modifiez le produit qui a cet EAN ; un produit supprimé garde le sien jusqu'à son effacement.",
  },
  DUPLICATE_RESOURCE: {
    en: "Use the existing one, or choose another name; the details say which field is taken.",
    fr: "Utilisez l'élément existant ou choisissez un autre nom ; les détails citent le champ déjà pris.",
  },
  INVALID_STATE: {
    en: "Wait for, or bring about, one of the states in details.allowed_states.",
    fr: "Attendez ou provoquez l'un des états de details.allowed_states.",
  },
  RATE_LIMIT_EXCEEDED: {
    en: "Wait as long as Retry-After says, then go on with exponential backoff and random jitter.",
    fr: "Attendez le délai de Retry-After, puis reprenez avec un délai exponentiel et une part de hasard.",
  },
  INVITATION_TOKEN_INVALID: {
    en: "Open the link of the invitation as it was sent, or ask for a new one.",
    fr: "Ouvrez le lien de l'invitation tel qu'envoyé, ou demandez-en une nouvelle.",
  },
  INVITATION_TOKEN_EXPIRED: { en: "Ask for a new invitation.", fr: "Demandez une nouvelle invitation." },
  INVITATION_ALREADY_USED: {
    en: "Log in: the account exists.",
    fr: "Connectez-vous : le compte existe.",
  },
  RESET_TOKEN_INVALID: {
    en: "Ask for a new link at /auth/forgot-password; one works once, for an hour.",
    fr: "Demandez un nouveau lien sur /auth/forgot-password ; il sert une fois, pendant une heure.",
  },
  SYSTEM_SERVICE_UNAVAILABLE: {
    en: "Wait as long as Retry-After says and try again; nothing is wrong with the request.",
    fr: "Attendez le délai de Retry-After et réessayez ; la requête n'est pas en cause.",
  },
  SYSTEM_INTERNAL_ERROR: {
    en: "Try again once; if it stays, report the request_id: it names the entry in the log.",
    fr: "Réessayez une fois ; si l'erreur persiste, signalez le request_id : il désigne la ligne du journal.",
  },
};
