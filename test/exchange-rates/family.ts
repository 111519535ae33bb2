import { testFamily } from "../sweeps/test-families.ts";

export const exchangeRates = testFamily({
  seed: {
    make: async ({ tenant }) => {
      const date = "2026-01-05";
      await tenant.admin.post("/settings/exchange-rates/days", { days: [{ date, rates: { USD: 1.2 } }] });
      return { date };
    },
  },
  silent: {
    because: "what a tenant converts by; no price that is stored changes",
    operations: ["putExchangeRates", "addExchangeRateDays", "deleteExchangeRateDay", "putExchangeRateFeed"],
  },
  lasting: { because: "a conversion of a day long ago can be asked for", tables: ["exchange_rate_day"] },
});
