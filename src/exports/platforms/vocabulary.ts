import { CONFLICT } from "../../http/output/faults/error-kinds.ts";
import { vocabulary } from "../../runtime/vocabulary.ts";
import { EXPORT_PLATFORM_MESSAGES } from "./messages.ts";

export const exportPlatformsVocabulary = vocabulary({
  messages: EXPORT_PLATFORM_MESSAGES,
  errors: {
    PLATFORM_NOT_CONFIGURED: {
      ...CONFLICT,
      says: { en: "The export platform is not configured", fr: "La plateforme d'export n'est pas configurée" },
      fix: {
        en: "Complete the export platform's config.",
        fr: "Complétez la configuration de la plateforme d'export.",
      },
    },
    PLATFORM_INACTIVE: {
      ...CONFLICT,
      says: { en: "The export platform is inactive", fr: "La plateforme d'export est inactive" },
      fix: { en: "Activate the export platform.", fr: "Activez la plateforme d'export." },
    },
  },
  audit: {
    actions: ["export_platform.created", "export_platform.changed", "export_platform.deleted"],
    resources: ["export_platform"],
  },
});
