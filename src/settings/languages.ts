import { hasProducts } from "../../db/products/lists/count.ts";
import { ApiError, type FieldProblem, invalidBody } from "../http/output/errors.ts";
import { type Fields, setting, settingChange } from "../kit/setting.ts";
import { isLanguage } from "./iso-languages.ts";

/** The languages of a tenant's texts. */
export interface Languages {
  /** The language of the product rows themselves. */
  pivot: string;
  /** The languages that imports and exports take, the pivot among them. */
  enabled: string[];
}

const DEFAULT: Languages = { pivot: "fr", enabled: ["fr", "en", "de", "es", "it", "nl", "pt"] };
export const LANGUAGES = setting("languages", DEFAULT, ({ pivot, enabled }) => [pivot, ...enabled].join("-"));
export const { find: findLanguages } = LANGUAGES;

/** The languages as they are stored; `undefined` or `null` means a tenant that never set them. */
export const languagesOf = (stored: unknown): Languages =>
  // Only `setLanguages` writes it.
  (stored as Languages | null | undefined) ?? DEFAULT;

const UNKNOWN = { type: "invalid_value", key: "validation.language" } as const;

/** Throws VALIDATION_FAILED for codes that are no language, and for a pivot that is not enabled. */
function refuseLanguages({ pivot, enabled }: Languages): void {
  const problems: FieldProblem[] = enabled.flatMap((code, index) =>
    isLanguage(code) ? [] : [{ field: `enabled.${index}`, ...UNKNOWN }],
  );
  if (!isLanguage(pivot)) problems.push({ field: "pivot", ...UNKNOWN });
  else if (!enabled.includes(pivot)) {
    problems.push({ field: "enabled", type: "invalid_value", key: "settings.pivot_disabled" });
  }
  if (problems.length > 0) throw invalidBody(problems);
}

/**
 * Sets the languages; what is absent stays. Throws VALIDATION_FAILED, PRECONDITION_FAILED, and INVALID_STATE for another
 * pivot once there are products, whose texts it would take for another language.
 */
export const setLanguages = settingChange("settings.set-languages", LANGUAGES, {
  apply: async (before, { pivot, enabled }: Fields<Languages>, tx) => {
    const after: Languages = { pivot: pivot ?? before.pivot, enabled: [...new Set(enabled ?? before.enabled)] };
    refuseLanguages(after);
    if (after.pivot !== before.pivot && (await hasProducts(tx))) {
      throw new ApiError("INVALID_STATE", {
        key: "settings.pivot_in_use",
        details: { current_state: before.pivot, action: "change_pivot", allowed_actions: [] },
      });
    }
    return after;
  },
});
