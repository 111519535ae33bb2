import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { access } from "../http/gate/access.ts";
import { ifMatch, withETag } from "../http/output/etag.ts";
import { BASE_CURRENCY } from "../kit/base-currency.ts";
import type { Services } from "../runtime/services.ts";
import { type ExchangeRates, findExchangeRates, ratesVersion } from "./exchange-rates.ts";
import { setExchangeRates } from "./set-exchange-rates.ts";

const SETTINGS = { credential: "session", permission: "MANAGE_SETTINGS" } as const;

const Rates = Type.Record(
  Type.String({ pattern: "^[A-Z]{3}$" }),
  Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 }),
  {
    maxProperties: 200,
    additionalProperties: false,
    description: "By currency (ISO 4217): how many units of it one unit of the base currency is worth.",
    examples: [{ USD: 1.0842, CZK: 25.3 }],
  },
);
const Update = Type.Object({ rates: Rates });
const Body = Type.Object({
  base_currency: Type.String({ description: "Currency of the products' own prices.", examples: [BASE_CURRENCY] }),
  rates: Rates,
});

const bodyOf = (rates: ExchangeRates) => ({ base_currency: BASE_CURRENCY, rates });

/** `/settings/exchange-rates`: what the tenant converts prices by. */
export const exchangeRateRoutes = (services: Services) =>
  new Elysia({ prefix: "/settings/exchange-rates", tags: ["Settings"] })
    .use(access(services))
    .get(
      "",
      async ({ db, headers, set }) => {
        const rates = await findExchangeRates(db);
        return withETag({ headers, set }, ratesVersion(rates), bodyOf(rates));
      },
      {
        policy: { ...SETTINGS, tier: "READ_ADMIN" },
        response: { 200: Body },
        detail: {
          operationId: "getExchangeRates",
          summary: "Get the exchange rates",
          description: "The tenant's own rates; empty by default. Export profiles and feeds convert prices by them.",
        },
      },
    )
    .put(
      "",
      async ({ write, body, headers, set }) => {
        const rates = await write(setExchangeRates, { rates: body.rates, expected: ifMatch(headers) });
        return withETag({ headers: {}, set }, ratesVersion(rates), bodyOf(rates));
      },
      {
        policy: { ...SETTINGS, tier: "WRITE_CONFIG" },
        body: Update,
        response: { 200: Body },
        detail: {
          operationId: "putExchangeRates",
          summary: "Set the exchange rates",
          description:
            "Replaces all rates. They hold until they are set again: nothing fetches them, and stored prices do not change.",
        },
      },
    );
