import { vocabulary } from "../../runtime/vocabulary.ts";

export const entitiesVocabulary = vocabulary({
  audit: {
    actions: [
      "configuration.created",
      "configuration.changed",
      "configuration.deleted",
      "entity.created",
      "entity.changed",
      "entity.deleted",
    ],
    resources: ["configuration", "entity"],
  },
});
