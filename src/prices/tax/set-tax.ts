import { invalidBody } from "../../http/output/errors.ts";
import { type Fields, settingChange } from "../../kit/setting.ts";
import { countryProblems } from "./tax-fields.ts";
import { TAX, type TaxSettings } from "./tax-settings.ts";
import { touchTaxed } from "./touch-taxed.ts";

/** Sets what prices say of tax; what is absent stays. Throws VALIDATION_FAILED, PRECONDITION_FAILED. */
export const setTax = settingChange("tax.set", TAX, {
  apply: (before, change: Fields<TaxSettings>) => {
    const problems = countryProblems("country", change.country ?? null);
    if (problems.length > 0) throw invalidBody(problems);
    return {
      country: change.country === undefined ? before.country : change.country,
      pricesIncludeTax: change.pricesIncludeTax ?? before.pricesIncludeTax,
      defaultTaxClass: change.defaultTaxClass ?? before.defaultTaxClass,
    };
  },
  changed: async (tx, after, context, before) => {
    if (before.country !== null || after.country !== null) await touchTaxed(tx, context);
  },
});
