import { textHash } from "../../db/text-hash.ts";
import { testFamily } from "../sweeps/test-families.ts";

/** 2025. */
const DAY_MAX_MS = 1_735_689_600_000;

export const exchangeRates = testFamily({
  seed: {
    make: async ({ tenant }) => {
      // Each tenant has another day.
      const date = new Date(textHash(tenant.id) % DAY_MAX_MS).toISOString().slice(0, 10);
      await tenant.admin.post("/settings/exchange-rates/days", { days: [{ date, rates: { USD: 1.2 } }] });
      return { day: date };
    },
  },
  sources: { day: "{addExchangeRateDays.from}" },
  silent: {
    because: "what a tenant converts by; no price that is stored changes",
    operations: ["putExchangeRates", "addExchangeRateDays", "deleteExchangeRateDay", "putExchangeRateFeed"],
  },
  lasting: { because: "a conversion of a day long ago can be asked for", tables: ["exchange_rate_day"] },
});
