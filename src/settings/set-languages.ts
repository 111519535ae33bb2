import { hasProducts } from "../../db/products/lists/count.ts";
import { ApiError } from "../http/output/errors.ts";
import { type Fields, settingChange } from "../kit/setting.ts";
import { LANGUAGES, type Languages } from "./languages.ts";
import { refuseLanguages } from "./refuse-languages.ts";

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
