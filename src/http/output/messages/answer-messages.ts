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
