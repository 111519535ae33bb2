import { mutation } from "../../db/ports.ts";
import { putSetting } from "../../db/settings/settings.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { invalidBody } from "../http/output/errors.ts";
import { requireVersion } from "../http/output/etag.ts";
import { BASE_CURRENCY } from "../kit/base-currency.ts";
import { type ExchangeRates, findExchangeRates, RATES_SETTING, ratesVersion } from "./exchange-rates.ts";

interface RatesChange {
  rates: ExchangeRates;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
}

/** Sets all rates; the former ones are deleted. Throws VALIDATION_FAILED, PRECONDITION_FAILED. */
export const setExchangeRates = mutation(
  "settings.set-exchange-rates",
  async (tx, { rates, expected }: RatesChange, context): Promise<ExchangeRates> => {
    const before = await findExchangeRates(tx);
    requireVersion(expected, ratesVersion(before));
    if ((rates[BASE_CURRENCY] ?? 1) !== 1) {
      const params = { currency: BASE_CURRENCY };
      throw invalidBody([
        { field: `rates.${BASE_CURRENCY}`, type: "invalid_value", key: "settings.base_rate", params },
      ]);
    }
    if (ratesVersion(rates) === ratesVersion(before)) return before;
    await putSetting(tx, RATES_SETTING, rates, context.now());
    await noteAudit(tx, context, {
      action: "setting.changed",
      resource: "setting",
      resourceId: RATES_SETTING,
      details: { rates },
    });
    return rates;
  },
);
