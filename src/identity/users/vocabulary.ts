import { vocabulary } from "../../runtime/vocabulary.ts";

export const usersVocabulary = vocabulary({
  audit: { actions: ["user.created", "user.invited", "user.uninvited", "user.changed"], resources: ["user"] },
});
