/** What saved views say. */
export const VIEW_MESSAGES = {
  "views.too_many": {
    en: "At most {limit} views: delete one first",
    fr: "{limit} vues au plus : supprimez-en une d'abord",
  },
} as const;
