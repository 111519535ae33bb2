import { vocabulary } from "../../runtime/vocabulary.ts";

export const competitorsVocabulary = vocabulary({
  messages: {
    "competitors.moving": {
      en: "This competitor is being merged or split: wait until is_moving is false",
      fr: "Ce concurrent est en cours de fusion ou de séparation : attendez que is_moving soit false",
    },
    "competitors.split_one": {
      en: "Send the competitor_id of a merged competitor, or a domain with a name: one of both",
      fr: "Envoyez le competitor_id d'un concurrent fusionné, ou un domain avec un name : l'un des deux",
    },
  },
});
