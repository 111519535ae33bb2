import { vocabulary } from "../../runtime/vocabulary.ts";

export const viewsVocabulary = vocabulary({
  messages: {
    "views.too_many": {
      en: "At most {limit} views: delete one first",
      fr: "{limit} vues au plus : supprimez-en une d'abord",
    },
  },
});
