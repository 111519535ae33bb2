import type { DeclaredError } from "../../../runtime/vocabulary.ts";
import { CONFLICT, FORBIDDEN, INVALID_PARAMETER, kind, UNAUTHENTICATED } from "./error-kinds.ts";

/** Who may not come in, or may not do this. */
export const ACCESS_ERRORS = {
  AUTHENTICATION_REQUIRED: {
    ...UNAUTHENTICATED,
    says: {
      en: "Authentication is required: send an API key in the X-API-Key header, or an access token as a bearer token",
      fr: "Authentification requise : envoyez une clé API dans l'en-tête X-API-Key, ou un jeton d'accès (bearer)",
    },
    fix: {
      en: "Send an API key as X-API-Key, or an access token as Authorization: Bearer.",
      fr: "Envoyez une clé API dans X-API-Key, ou le jeton d'accès d'une session dans Authorization: Bearer.",
    },
  },
  INVALID_API_KEY: {
    ...UNAUTHENTICATED,
    says: { en: "The API key is invalid or revoked", fr: "La clé API est invalide ou révoquée" },
    fix: {
      en: "Check that the key is correct and not disabled, expired or rotated, and send it as X-API-Key.",
      fr: "Vérifiez que la clé est correcte et n'est ni désactivée, ni expirée, ni renouvelée, et envoyez-la dans X-API-Key.",
    },
  },
  INVALID_CREDENTIALS: {
    ...UNAUTHENTICATED,
    says: { en: "Wrong email address or password", fr: "Adresse e-mail ou mot de passe incorrect" },
    fix: {
      en: "Check the email address and password, or request a new password at /auth/forgot-password.",
      fr: "Vérifiez l'adresse e-mail et le mot de passe, ou demandez un nouveau mot de passe sur /auth/forgot-password.",
    },
  },
  INVALID_TOKEN: {
    ...UNAUTHENTICATED,
    says: { en: "The access token is invalid", fr: "Le jeton d'accès est invalide" },
    fix: { en: "Log in again: the session has ended.", fr: "Reconnectez-vous : la session est terminée." },
  },
  TOKEN_EXPIRED: {
    ...UNAUTHENTICATED,
    says: { en: "The access token has expired", fr: "Le jeton d'accès a expiré" },
    fix: {
      en: "Get a new access token at /auth/refresh; tokens are valid for 15 minutes.",
      fr: "Obtenez un nouveau jeton d'accès sur /auth/refresh ; il est valable 15 minutes.",
    },
  },
  REFRESH_TOKEN_INVALID: {
    ...UNAUTHENTICATED,
    says: { en: "The refresh token is invalid", fr: "Le jeton de rafraîchissement est invalide" },
    fix: { en: "Log in again.", fr: "Reconnectez-vous." },
  },
  REFRESH_TOKEN_REUSED: {
    ...UNAUTHENTICATED,
    says: {
      en: "The refresh token was already used; the session has been ended",
      fr: "Le jeton de rafraîchissement a déjà été utilisé ; la session a été fermée",
    },
    fix: {
      en: "Log in again. If you did not reuse the token yourself, change your password: the cookie may have been stolen.",
      fr: "Reconnectez-vous. Si vous n'avez pas réutilisé le jeton vous-même, changez de mot de passe : le cookie a peut-être été volé.",
    },
  },
  INVALID_OPERATOR_KEY: {
    ...UNAUTHENTICATED,
    says: { en: "The operator key is invalid", fr: "La clé d'exploitation est invalide" },
    fix: {
      en: "Send the value of CATALOGD_OPERATOR_KEY in X-Operator-Key.",
      fr: "Envoyez la valeur de CATALOGD_OPERATOR_KEY dans X-Operator-Key.",
    },
  },
  INVALID_SYNC_KEY: {
    ...UNAUTHENTICATED,
    says: { en: "The sync key is invalid", fr: "La clé de synchronisation est invalide" },
    fix: { en: "Check the key in x-sync-key.", fr: "Vérifiez la clé dans x-sync-key." },
  },
  INVALID_WEBHOOK_SIGNATURE: {
    ...UNAUTHENTICATED,
    says: { en: "The webhook signature is invalid", fr: "La signature du webhook est invalide" },
    fix: {
      en: "Sign the raw bytes of the body with the secret stored on the connector.",
      fr: "Signez les octets bruts du corps avec le secret enregistré sur le connecteur.",
    },
  },
  ACCOUNT_DISABLED: {
    ...FORBIDDEN,
    says: { en: "The account is disabled", fr: "Le compte est désactivé" },
    fix: {
      en: "Ask an administrator to enable the account.",
      fr: "Demandez à un administrateur de réactiver le compte.",
    },
  },
  ACCOUNT_LOCKED: {
    ...kind(423, "authentication_error"),
    says: {
      en: "The account is locked after too many failed logins",
      fr: "Le compte est verrouillé après trop d'échecs de connexion",
    },
    fix: {
      en: "Wait for the time in Retry-After, or ask an administrator to unlock the account.",
      fr: "Attendez le délai indiqué par Retry-After, ou demandez à un administrateur de déverrouiller le compte.",
    },
  },
  PERMISSION_DENIED: {
    ...FORBIDDEN,
    says: {
      en: "You do not have permission to do this",
      fr: "Vous n'avez pas l'autorisation d'effectuer cette opération",
    },
    fix: {
      en: "Request the scope or permission named in the details.",
      fr: "Demandez la portée ou la permission citée dans les détails.",
    },
  },
  CSRF_VALIDATION_FAILED: {
    ...FORBIDDEN,
    says: { en: "The CSRF token is missing or invalid", fr: "Le jeton CSRF est absent ou invalide" },
    fix: {
      en: "Get a token at /auth/csrf-token and send it as X-CSRF-Token, or use a bearer token instead of cookies.",
      fr: "Obtenez un jeton sur /auth/csrf-token et envoyez-le dans X-CSRF-Token, ou utilisez un jeton Bearer au lieu des cookies.",
    },
  },
  MODULE_DISABLED: {
    ...FORBIDDEN,
    says: { en: "The module {module} is disabled", fr: "Le module {module} est désactivé" },
    fix: {
      en: "Ask the operator of the instance to enable the module.",
      fr: "Demandez à l'exploitant de l'instance d'activer le module.",
    },
  },
  LICENSE_SUSPENDED: {
    ...FORBIDDEN,
    says: {
      en: "The licence is suspended: the data is read-only",
      fr: "La licence est suspendue : les données sont en lecture seule",
    },
    fix: {
      en: "Ask the operator of the instance to lift the suspension. You can still read data.",
      fr: "Demandez à l'exploitant de l'instance de lever la suspension. La lecture reste possible.",
    },
  },
} as const satisfies Record<string, DeclaredError>;

/** What is wrong with an invitation or a link for a new password. */
export const INVITATION_ERRORS = {
  INVITATION_TOKEN_INVALID: {
    ...INVALID_PARAMETER,
    says: { en: "The invitation is invalid", fr: "L'invitation est invalide" },
    fix: {
      en: "Open the complete invitation link, or ask for a new invitation.",
      fr: "Ouvrez le lien d'invitation complet, ou demandez une nouvelle invitation.",
    },
  },
  INVITATION_TOKEN_EXPIRED: {
    ...INVALID_PARAMETER,
    says: { en: "The invitation has expired", fr: "L'invitation a expiré" },
    fix: { en: "Ask for a new invitation.", fr: "Demandez une nouvelle invitation." },
  },
  INVITATION_ALREADY_USED: {
    ...CONFLICT,
    says: { en: "The invitation has already been used", fr: "L'invitation a déjà été utilisée" },
    fix: { en: "The account already exists: log in.", fr: "Le compte existe déjà : connectez-vous." },
  },
  RESET_TOKEN_INVALID: {
    ...INVALID_PARAMETER,
    says: {
      en: "The password reset link is invalid or expired",
      fr: "Le lien de réinitialisation est invalide ou expiré",
    },
    fix: {
      en: "Request a new link at /auth/forgot-password; each link works once, within an hour.",
      fr: "Demandez un nouveau lien sur /auth/forgot-password ; chaque lien est valable une fois, pendant une heure.",
    },
  },
} as const satisfies Record<string, DeclaredError>;
