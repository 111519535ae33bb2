import { Type } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { orNull, Time } from "../../http/input/fields.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import { type Language, translate } from "../../http/output/messages.ts";
import { SETTINGS } from "../../kit/setting-routes.ts";
import { OutboundError } from "../../outbound/outbound-error.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs } from "../../text/instant.ts";
import { feedVersion, findFeedResult, findRateFeed, setRateFeed } from "./rate-feed.ts";
import { Day, Rates } from "./rate-schema.ts";

const FEED_EXAMPLE = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml";

const Url = Type.String({ minLength: 1, maxLength: 2_000, examples: [FEED_EXAMPLE] });
const OwnRates = {
  ...Rates,
  description: "Rates of currencies that the document does not have; where both have one, this one counts.",
  examples: [{ AED: 3.98 }],
};
const Update = Type.Object({
  url: orNull(Url, "Null: rates are fetched no more."),
  own_rates: Type.Optional(OwnRates),
});
const Body = Type.Object({
  url: orNull(Url, "A document in the ECB's format. Null: no rates are fetched."),
  own_rates: OwnRates,
  last_fetched_at: orNull(Time, "Null: not yet."),
  newest_date: orNull(Day, "The newest day of the document when it was last fetched."),
  days_stored: Type.Integer({ description: "How many days the last fetch has brought." }),
  last_error: orNull(Type.String(), "Why the last fetch brought nothing."),
});

async function bodyOf(db: Reader, language: Language) {
  const feed = await findRateFeed(db);
  const result = await findFeedResult(db);
  const { fetchedAtMs, newestDay = null, stored = 0, problem } = result ?? {};
  return {
    url: feed?.url ?? null,
    own_rates: feed?.ownRates ?? {},
    last_fetched_at: fetchedAtMs === undefined ? null : isoOfMs(fetchedAtMs),
    newest_date: newestDay,
    days_stored: stored,
    last_error: problem ? translate(language, problem.key, problem.params) : null,
  };
}

/** Throws VALIDATION_FAILED for an address that no request may go to. */
function requireAddress(url: string | null, { outbound }: Pick<Services, "outbound">): void {
  try {
    if (url !== null) outbound.readUrl(url, ["https:", "http:"]);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw invalidBody([{ field: "url", type: "invalid_value", key: "rates.not_an_address" }]);
  }
}

/** `/settings/exchange-rates/feed`: where rates are fetched by themselves. */
export const rateFeedRoutes = (services: Services) =>
  accessRoutes(services, "Exchange Rates", "/settings/exchange-rates/feed")
    .get(
      "",
      async ({ db, language, headers, set }) =>
        withETag({ headers, set }, await feedVersion(db), await bodyOf(db, language), language),
      {
        policy: { ...SETTINGS, tier: "READ_ADMIN" },
        response: { 200: Body },
        detail: {
          operationId: "getExchangeRateFeed",
          summary: "Get the feed of exchange rates",
          description: "The address from which rates are fetched every six hours, and how the last fetch ended.",
        },
      },
    )
    .put(
      "",
      async ({ db, write, body: { url, own_rates: ownRates = {} }, language, headers, set }) => {
        requireAddress(url, services);
        await write(setRateFeed, { url, ownRates, expected: ifMatch(headers) });
        return withETag({ headers: {}, set }, await feedVersion(db), await bodyOf(db, language), language);
      },
      {
        policy: { ...SETTINGS, tier: "WRITE_CONFIG" },
        body: Update,
        response: { 200: Body },
        detail: {
          operationId: "putExchangeRateFeed",
          summary: "Set the feed of exchange rates",
          description:
            "Rates are fetched at once, and every six hours. Each day is stored once; what was entered for a day stays.",
        },
      },
    );
