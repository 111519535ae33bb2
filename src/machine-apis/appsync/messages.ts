/** What the ERP-sync API says of what it did. */
export const APPSYNC_MESSAGES = {
  "appsync.done": { en: "OK", fr: "OK" },
  "appsync.synced": {
    en: "{created} created, {updated} updated, {errors} errors",
    fr: "{created} créés, {updated} mis à jour, {errors} erreurs",
  },
  "appsync.updated": {
    en: "{updated} updated, {missing} not found",
    fr: "{updated} mis à jour, {missing} introuvables",
  },
} as const;
