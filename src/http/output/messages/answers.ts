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
  "auth.key_gone": {
    en: "This API key is invalid here: it was revoked or rotated, or is of another installation. Make a new one",
    fr: "Cette clé API est invalide ici : elle a été révoquée, renouvelée, ou vient d'une autre installation. Créez-en une nouvelle",
  },
  "auth.key_disabled": {
    en: "This API key is switched off. Switch it on again (is_active), or make a new one",
    fr: "Cette clé API est désactivée. Réactivez-la (is_active) ou créez-en une nouvelle",
  },
  "auth.key_expired": {
    en: "This API key has expired. Make a new one, or rotate it",
    fr: "Cette clé API a expiré. Créez-en une nouvelle ou renouvelez-la",
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
