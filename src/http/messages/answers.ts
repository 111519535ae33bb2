/** What the conventions say besides errors of a code's own message. A family adds a file like this one for its own. */
export const ANSWER_MESSAGES = {
  "auth.key_as_bearer": {
    en: "Send an API key in the header X-API-Key, not as a bearer token",
    fr: "Envoyez une clé API dans l'en-tête X-API-Key, pas comme jeton Bearer",
  },
  "auth.session_only": {
    en: "This needs a session, not an API key",
    fr: "Ceci demande une session, pas une clé API",
  },
  "auth.scope_missing": {
    en: "The API key lacks the scope {scope}",
    fr: "La clé API n'a pas la portée {scope}",
  },
  "auth.permission_missing": {
    en: "You lack the permission {permission}",
    fr: "Il vous manque la permission {permission}",
  },
  "system.maintenance": {
    en: "The service is under maintenance, try again later",
    fr: "Le service est en maintenance, réessayez plus tard",
  },
} as const;
