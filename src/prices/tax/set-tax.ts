import { mutation } from "../../../db/ports.ts";
import { putSetting } from "../../../db/settings/settings.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { requireVersion } from "../../http/output/etag.ts";
import { countryProblems } from "./tax-fields.ts";
import { findTaxSettings, TAX_SETTING, type TaxSettings, taxVersion } from "./tax-settings.ts";
import { touchTaxed } from "./touch-taxed.ts";

interface TaxChange {
  change: { [K in keyof TaxSettings]?: TaxSettings[K] | undefined };
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
}

/** Sets what prices say of tax; what is absent stays. Throws VALIDATION_FAILED, PRECONDITION_FAILED. */
export const setTax = mutation(
  "tax.set",
  async (tx, { change, expected }: TaxChange, context): Promise<TaxSettings> => {
    const before = await findTaxSettings(tx);
    requireVersion(expected, taxVersion(before));
    const after: TaxSettings = {
      country: change.country === undefined ? before.country : change.country,
      pricesIncludeTax: change.pricesIncludeTax ?? before.pricesIncludeTax,
      defaultTaxClass: change.defaultTaxClass ?? before.defaultTaxClass,
    };
    const problems = countryProblems("country", after.country);
    if (problems.length > 0) throw invalidBody(problems);
    if (taxVersion(after) === taxVersion(before)) return before;
    await putSetting(tx, TAX_SETTING, after, context.now());
    if (before.country !== null || after.country !== null) await touchTaxed(tx, context);
    await noteAudit(tx, context, {
      action: "setting.changed",
      resource: "setting",
      resourceId: TAX_SETTING,
      details: { ...after },
    });
    return after;
  },
);
