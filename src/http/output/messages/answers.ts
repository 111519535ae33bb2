/** What the conventions say besides errors of a code's own message. A family adds a file like this one for its own. */
export const ANSWER_MESSAGES = {
  "auth.key_as_bearer": {
    en: "Send the API key in the X-API-Key header, not as a bearer token",
    fr: "Envoyez la clé API dans l'en-tête X-API-Key, et non comme jeton Bearer",
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
  "system.busy": {
    en: "Too many searches wait for an answer, try again in {seconds} s",
    fr: "Trop de recherches attendent une réponse, réessayez dans {seconds} s",
  },
} as const;
