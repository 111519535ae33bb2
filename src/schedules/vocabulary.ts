import { vocabulary } from "../runtime/vocabulary.ts";

export const schedulesVocabulary = vocabulary({
  messages: {
    "schedules.cron": {
      en: "Must be five cron fields, such as 30 6 * * mon-fri, or @hourly, @daily, @weekly, @monthly, and name a time that comes",
      fr: "Cinq champs cron sont attendus, par exemple 30 6 * * mon-fri, ou @hourly, @daily, @weekly, @monthly, désignant un moment qui existe",
    },
    "schedules.timezone": {
      en: "Must be a time zone of the IANA list, such as Europe/Paris",
      fr: "Doit être un fuseau horaire de la liste IANA, par exemple Europe/Paris",
    },
  },
});
