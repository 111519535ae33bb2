import { Type } from "@sinclair/typebox";
import { listMovedProducts, type MovedProduct } from "../../../../db/repricing/replays.ts";
import { accessRoutes } from "../../../http/gate/access.ts";
import { orNull, Uuid } from "../../../http/input/fields.ts";
import { keysetPage } from "../../../http/input/keyset-page.ts";
import { readSizedPage, SizedPageQuery, sizedPage, sizedPageOf } from "../../../http/input/page-size.ts";
import { invalidBody } from "../../../http/output/errors.ts";
import { runParams, runRoutes } from "../../../kit/runs/routes.ts";
import { view } from "../../../kit/view.ts";
import type { Services } from "../../../runtime/services.ts";
import { changeOf } from "../../price-alerts/crossing.ts";
import { shownAmount } from "../../pricing/currency-decimals.ts";
import { EDIT_PRICES, VIEW_PRICES } from "../../pricing/policies.ts";
import { percentOf, Target, targetOf } from "../runs/bodies.ts";
import { SimulateInput, scopeOf } from "../runs/schema.ts";
import { beginReplay, lifecycle, RepricingReplays } from "./replay.ts";
import { DAYS_MAX, PATH, placeOf, SINCE_PROBLEM, Since, sinceOf } from "./since.ts";

const ReplayInput = Type.Object(
  {
    ...SimulateInput.properties,
    since: Type.Optional({
      ...Since,
      description: `From when on; not more than ${DAYS_MAX} days ago. Default: 30 days ago.`,
    }),
  },
  { examples: [{}] },
);

const amount = orNull(Type.Number());
/** A price that a replay has moved. */
const Moved = view<MovedProduct>()({
  product_id: [Uuid, "productId"],
  target: [Target, ({ priceListId }) => targetOf(priceListId)],
  rule_id: [Uuid, "ruleId"],
  currency: [Type.String({ examples: ["EUR"] }), "currency"],
  start_price: [amount, ({ startCents, currency }) => shownAmount(currency, startCents)],
  end_price: [Type.Number(), ({ endCents, currency }) => shownAmount(currency, endCents)],
  lowest_price: [Type.Number(), ({ lowestCents, currency }) => shownAmount(currency, lowestCents)],
  highest_price: [Type.Number(), ({ highestCents, currency }) => shownAmount(currency, highestCents)],
  change_pct: [amount, ({ startCents, endCents }) => percentOf(changeOf(startCents, endCents))],
  changes: [Type.Integer({ description: "On how many days it would have changed." }), "changes"],
});

/** `/prices/repricing/replays`: what rules would have done, before they are switched on. */
export const replayRoutes = (services: Services) =>
  accessRoutes(services, "Repricing")
    .post(
      PATH,
      async ({ write, body, set, status }) => {
        const { since, ...scope } = body;
        const sinceMs = sinceOf(since, services.now());
        if (sinceMs === undefined) throw invalidBody([SINCE_PROBLEM]);
        const replay = await write(beginReplay, { scope: scopeOf(scope), sinceMs });
        set.headers["location"] = placeOf(replay);
        return status(202, RepricingReplays.bodyOf(replay));
      },
      {
        policy: { ...EDIT_PRICES, tier: "BULK_UPDATE", narrows: true },
        body: ReplayInput,
        response: { 202: RepricingReplays.Body },
        detail: {
          operationId: "replayRepricing",
          summary: "Replay repricing rules",
          description:
            "What rules, also switched-off ones, would have done since a day: one run a day over competitors' prices as they were seen then, at the tax and exchange rates of that day. Own prices begin as they were; prices of lists, stock, costs and minimum prices are today's. Changes no price, and does not count as a simulation.",
        },
      },
    )
    .use(
      runRoutes(services, RepricingReplays, {
        path: PATH,
        tag: "Repricing",
        texts: {
          one: "RepricingReplay",
          word: "repricing replay",
          short: "replay",
          read: "With what is found so far.",
        },
        rights: { list: VIEW_PRICES, read: { ...VIEW_PRICES, tier: "PROGRESS_POLL" } },
        list: { paging: "pages" },
        moves: { cancel: { policy: EDIT_PRICES, description: "What was found so far stays." } },
        lifecycle,
      }),
    )
    .use(movedRoutes(services));

const movedRoutes = (services: Services) =>
  accessRoutes(services, "Repricing", PATH).get(
    "/:job_id/prices",
    async ({ db, params: { job_id: id }, query }) => {
      const replay = await RepricingReplays.require(db, id);
      const page = readSizedPage(query);
      const { items, total, next } = await keysetPage(page, {
        name: `repricing-replay ${id}`,
        shape: ["count"],
        read: ({ after, ...range }) => listMovedProducts(db, id, { afterPlace: after?.[0] ?? 0, ...range }),
        count: () => Promise.resolve(replay.moved),
        place: ({ place }) => [place],
      });
      return sizedPage(items.map(Moved.of), total, page, next);
    },
    {
      policy: VIEW_PRICES,
      params: runParams("replay"),
      query: SizedPageQuery,
      response: { 200: sizedPageOf(Moved.expanding({ product: "product" })) },
      detail: {
        operationId: "listReplayedPrices",
        summary: "List the prices of a replay",
        description: "Those that would have changed, in the order in which the products were added; kept for 30 days.",
      },
    },
  );
