import { vocabulary } from "../../runtime/vocabulary.ts";

export const competitorsVocabulary = vocabulary({
  messages: {
    "competitors.moving": {
      en: "This competitor is being merged or split: wait until is_moving is false",
      fr: "Ce concurrent est en cours de fusion ou de séparation : attendez que is_moving soit false",
    },
    "competitors.selector": {
      en: "This is no CSS selector, XPath or JSON path that is known here: {reason}",
      fr: "Ce n'est ni un sélecteur CSS, ni un XPath, ni un chemin JSON connu ici : {reason}",
    },
    "competitors.selector_costly": {
      en: "The selectors look at too much of this page: begin with an id or a class",
      fr: "Les sélecteurs parcourent trop de cette page : commencez par un id ou une classe",
    },
    "competitors.selected_no_price": {
      en: "The selectors of the competitor find no price on the page, and it names none in JSON-LD, microdata or Open Graph",
      fr: "Les sélecteurs du concurrent ne trouvent aucun prix sur la page, et elle n'en indique aucun en JSON-LD, microdata ou Open Graph",
    },
    "competitors.split_one": {
      en: "Send the competitor_id of a merged competitor, or a domain with a name: one of both",
      fr: "Envoyez le competitor_id d'un concurrent fusionné, ou un domain avec un name : l'un des deux",
    },
  },
});
