import { mutation } from "../../db/ports.ts";
import { hasProducts } from "../../db/products/lists/count.ts";
import { putSetting } from "../../db/settings/settings.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { ApiError } from "../http/output/errors.ts";
import { requireVersion } from "../http/output/etag.ts";
import { findLanguages, LANGUAGES_SETTING, type Languages, languagesVersion } from "./languages.ts";
import { refuseLanguages } from "./refuse-languages.ts";

interface LanguagesChange {
  pivot?: string | undefined;
  enabled?: string[] | undefined;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
}

/**
 * Sets the languages; what is absent stays. Throws VALIDATION_FAILED, PRECONDITION_FAILED, and INVALID_STATE for another
 * pivot once there are products, whose texts it would take for another language.
 */
export const setLanguages = mutation(
  "settings.set-languages",
  async (tx, { pivot, enabled, expected }: LanguagesChange, context): Promise<Languages> => {
    const before = await findLanguages(tx);
    requireVersion(expected, languagesVersion(before));
    const after: Languages = { pivot: pivot ?? before.pivot, enabled: [...new Set(enabled ?? before.enabled)] };
    refuseLanguages(after);
    if (after.pivot !== before.pivot && (await hasProducts(tx))) {
      throw new ApiError("INVALID_STATE", {
        key: "settings.pivot_in_use",
        details: { current_state: before.pivot, action: "change_pivot", allowed_actions: [] },
      });
    }
    if (languagesVersion(after) === languagesVersion(before)) return before;
    await putSetting(tx, LANGUAGES_SETTING, after, context.now());
    await noteAudit(tx, context, {
      action: "setting.changed",
      resource: "setting",
      resourceId: LANGUAGES_SETTING,
      details: { ...after },
    });
    return after;
  },
);
