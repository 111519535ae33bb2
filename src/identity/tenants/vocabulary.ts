import { vocabulary } from "../../runtime/vocabulary.ts";

export const tenantsVocabulary = vocabulary({
  audit: { actions: ["tenant.created", "tenant.changed"], resources: ["tenant"] },
});
