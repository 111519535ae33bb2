import { vocabulary } from "../runtime/vocabulary.ts";

export const backupVocabulary = vocabulary({
  messages: {
    "backups.is_running": {
      en: "A backup is being made: wait for its end",
      fr: "Une sauvegarde est en cours : attendez sa fin",
    },
  },
});
