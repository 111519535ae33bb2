import { INVALID_PARAMETER } from "../http/output/faults/error-kinds.ts";
import { vocabulary } from "../runtime/vocabulary.ts";
import { EXPORT_MESSAGES } from "./messages.ts";

export const exportsVocabulary = vocabulary({
  messages: EXPORT_MESSAGES,
  errors: {
    EXPORT_NOT_READY: {
      ...INVALID_PARAMETER,
      says: { en: "The export is not ready", fr: "L'export n'est pas prêt" },
      fix: {
        en: "Poll the export's progress until its state is SUCCESS, then download it.",
        fr: "Interrogez la progression de l'export jusqu'à l'état SUCCESS, puis téléchargez-le.",
      },
    },
  },
  audit: {
    actions: [
      "export_profile.created",
      "export_profile.changed",
      "export_profile.deleted",
      "export_feed.created",
      "export_feed.changed",
      "export_feed.deleted",
      "export_feed.token_rotated",
    ],
    resources: ["export_feed", "export_profile"],
  },
});
