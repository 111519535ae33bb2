import { Type } from "@sinclair/typebox";
import { listRateDays, rateDayRows } from "../../../db/exchange-rates/rate-days.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { keysetAnswer } from "../../http/input/keyset-page.ts";
import { metaPageOf, PageQuery, pageOf } from "../../http/input/page.ts";
import { ifMatch } from "../../http/output/etag.ts";
import { SETTINGS } from "../../kit/setting-routes.ts";
import type { Services } from "../../runtime/services.ts";
import { Day, RateDayBody, Rates, rateDayBody } from "./rate-schema.ts";
import { addRateDays, removeRateDay } from "./set-rates.ts";

const DAYS_MAX = 1_000;

const NewDays = Type.Object({
  days: Type.Array(Type.Object({ date: Day, rates: Rates }), {
    minItems: 1,
    maxItems: DAYS_MAX,
    examples: [[{ date: "2026-11-26", rates: { USD: 1.0815, CZK: 25.28 } }]],
  }),
});
const Added = Type.Object({
  days: Type.Integer({ description: "How many days have these rates now." }),
  from: { ...Day, description: "The first of them." },
  to: { ...Day, description: "The last of them." },
});

/** What no rates have is unknown, a day or not. */
const RateDayParams = Type.Object({
  day: Type.String({ minLength: 1, maxLength: 40, description: "YYYY-MM-DD.", examples: ["2026-11-19"] }),
});

/** `/settings/exchange-rates/days`: the rates of each day that has some. */
export const rateDayRoutes = (services: Services) =>
  accessRoutes(services, "Exchange Rates", "/settings/exchange-rates/days")
    .get(
      "",
      ({ db, query }) =>
        keysetAnswer(pageOf(query), {
          name: "exchange-rate-days",
          shape: ["text"],
          read: ({ after, ...range }) => listRateDays(db, { after: after?.[0], ...range }),
          count: () => rateDayRows.count(db, {}),
          place: ({ day }) => [day],
          show: rateDayBody,
        }),
      {
        policy: { ...SETTINGS, tier: "READ_ADMIN" },
        query: PageQuery,
        response: { 200: metaPageOf(RateDayBody) },
        detail: {
          operationId: "listExchangeRateDays",
          summary: "List the days of exchange rates",
          description: "Each day from which other rates hold, the newest first.",
        },
      },
    )
    .post(
      "",
      ({ write, body }) => write(addRateDays, { days: body.days.map(({ date, rates }) => ({ day: date, rates })) }),
      {
        policy: { ...SETTINGS, tier: "WRITE_CONFIG" },
        body: NewDays,
        response: { 200: Added },
        detail: {
          operationId: "addExchangeRateDays",
          summary: "Import exchange rates",
          description: `Sets the rates of up to ${DAYS_MAX} days. Of days that are there already all rates are replaced.`,
        },
      },
    )
    .delete(
      "/:day",
      async ({ write, params, headers, status }) => {
        await write(removeRateDay, { day: params.day, expected: ifMatch(headers) });
        return status(204, undefined);
      },
      {
        policy: { ...SETTINGS, tier: "WRITE_CONFIG" },
        params: RateDayParams,
        response: { 204: Type.Void({ description: "The rates of the day are deleted." }) },
        detail: {
          operationId: "deleteExchangeRateDay",
          summary: "Delete the exchange rates of a day",
          description: "The rates of the day before hold instead.",
        },
      },
    );
