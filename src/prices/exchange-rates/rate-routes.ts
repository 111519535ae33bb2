import { Type } from "@sinclair/typebox";
import { findRateDay, type RateDay } from "../../../db/exchange-rates/rate-days.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import { BASE_CURRENCY } from "../../kit/cents.ts";
import { SETTINGS } from "../../kit/setting-routes.ts";
import type { Services } from "../../runtime/services.ts";
import { Day, dayOrNull, Rates, sourceOrNull } from "./rate-schema.ts";
import { dayOf, ratesVersion } from "./rates.ts";
import { setExchangeRates } from "./set-rates.ts";

const Query = Type.Object({
  date: Type.Optional({ ...Day, description: "The rates that hold on this day. Default: today, UTC." }),
});
const Update = Type.Object({
  rates: Rates,
  date: Type.Optional({ ...Day, description: "From which day they hold. Default: today, UTC." }),
});
const Body = Type.Object({
  base_currency: Type.String({ description: "Currency of the products' own prices.", examples: [BASE_CURRENCY] }),
  date: dayOrNull,
  source: sourceOrNull,
  rates: Rates,
});

const bodyOf = (found: RateDay | undefined) => ({
  base_currency: BASE_CURRENCY,
  date: found?.day ?? null,
  source: found?.source ?? null,
  rates: found?.rates ?? {},
});

/** `/settings/exchange-rates`: what the tenant converts prices by. */
export const exchangeRateRoutes = (services: Services) =>
  accessRoutes(services, "Exchange Rates", "/settings/exchange-rates")
    .get(
      "",
      async ({ db, query, headers, set }) => {
        const found = await findRateDay(db, query.date ?? dayOf(services.now()));
        return withETag({ headers, set }, ratesVersion(found?.rates ?? {}), bodyOf(found));
      },
      {
        policy: { ...SETTINGS, tier: "READ_ADMIN" },
        query: Query,
        response: { 200: Body },
        detail: {
          operationId: "getExchangeRates",
          summary: "Get the exchange rates",
          description:
            "The rates that hold today, or on another day: those of the latest day that has some. Empty by default. Export profiles, feeds, price questions and competitors' prices are converted by them.",
        },
      },
    )
    .put(
      "",
      async ({ write, body, headers, set }) => {
        const day = body.date ?? dayOf(services.now());
        const stored = await write(setExchangeRates, { day, rates: body.rates, expected: ifMatch(headers) });
        return withETag({ headers: {}, set }, ratesVersion(stored.rates), bodyOf(stored));
      },
      {
        policy: { ...SETTINGS, tier: "WRITE_CONFIG" },
        body: Update,
        response: { 200: Body },
        detail: {
          operationId: "putExchangeRates",
          summary: "Set the exchange rates",
          description:
            "Replaces all rates from a day on. They hold until a later day has others; prices that are stored do not change.",
        },
      },
    );
