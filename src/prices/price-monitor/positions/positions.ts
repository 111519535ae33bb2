import { Type } from "@sinclair/typebox";
import type { Reader } from "../../../../db/ports.ts";
import {
  type OwnTax,
  POSITIONS,
  type Position,
  type PositionQuery,
} from "../../../../db/price-monitor/position-query.ts";
import type { PositionSummary } from "../../../../db/price-monitor/position-summary.ts";
import { POSITION_SORTS, type PricePosition } from "../../../../db/price-monitor/positions.ts";
import { orNull, Uuid } from "../../../http/input/fields.ts";
import { oneOf } from "../../../http/input/one-of.ts";
import { BASE_CURRENCY, priceOf } from "../../../kit/cents.ts";
import { view } from "../../../kit/view.ts";
import { FILTER_QUERY } from "../../../products/lists/filter-schema.ts";
import { filterOf } from "../../../products/lists/page-of-products.ts";
import { findTaxModel, homeRates, millionthsOf, rateOfClass, type TaxModel } from "../../tax/tax-model.ts";
import { sortQuery } from "../sort-query.ts";

const HUNDRED = 100;
const Percent = (description: string) => Type.Number({ minimum: -100, maximum: 1_000_000, description });
const { include_deleted: _, ...FILTERS } = FILTER_QUERY;

/** Which products, as the list, the summary and the file of positions take it: besides the filters of product lists. */
export const POSITION_FILTERS = {
  ...FILTERS,
  position: Type.Optional(
    oneOf(POSITIONS, {
      description:
        "`cheapest`: no competitor is cheaper. `dearest`: some are, and none is dearer. `average`: in between.",
    }),
  ),
  competitor_id: Type.Optional(Type.String({ format: "uuid", description: "Sold by this competitor, too." })),
  min_gap: Type.Optional(Percent("Own prices at least this many percent above the lowest.")),
  max_gap: Type.Optional(Percent("Own prices at most this many percent above the lowest.")),
  below_map: Type.Optional(
    Type.Boolean({ description: "Own prices below the minimum advertised price, or not below." }),
  ),
};
export const POSITION_ORDER = sortQuery(
  POSITION_SORTS,
  "`gap`, the default: percent above the lowest price. `map_gap`: distance to the minimum advertised price.",
);

interface Asked {
  position?: Position | undefined;
  competitor_id?: string | undefined;
  min_gap?: number | undefined;
  max_gap?: number | undefined;
  below_map?: boolean | undefined;
}

/** The rates by which own prices without tax get it; `null`: they have it, or it is left out of account. */
function ownTaxOf(model: TaxModel | null): OwnTax | null {
  if (model === null || model.pricesIncludeTax) return null;
  const ofOthers = rateOfClass(model, model.defaultTaxClass);
  return {
    byClass: homeRates(model).map(([taxClass, percent]) => [taxClass, millionthsOf(percent)]),
    ofOthers: ofOthers === null ? null : millionthsOf(ofOthers),
  };
}

const hundredths = (percent: number | undefined) => (percent === undefined ? null : Math.round(percent * HUNDRED));

/** Reads what a request asks for. Throws INVALID_PARAMETER. */
export async function readPositionQuery(db: Reader, query: Asked, nowMs: number): Promise<PositionQuery> {
  return {
    filter: filterOf(query),
    position: query.position ?? null,
    competitorId: query.competitor_id ?? null,
    minGap: hundredths(query.min_gap),
    maxGap: hundredths(query.max_gap),
    isBelowMap: query.below_map ?? null,
    tax: ownTaxOf(await findTaxModel(db, nowMs)),
  };
}

function positionOf({ ownCents, cheaper, highestCents }: PricePosition): Position | null {
  if (ownCents === null) return null;
  if (cheaper === 0) return "cheapest";
  return ownCents >= highestCents ? "dearest" : "average";
}

const percentOf = (cents: number, of: number): number => Math.round((cents * HUNDRED * HUNDRED) / of) / HUNDRED;
const amount = (description: string) => orNull(Type.Number(), description);

/** How the own price of a product stands among those of its competitors. */
export const PricePositions = view<PricePosition>()({
  product_id: [Uuid, "productId"],
  title: [Type.String(), "title"],
  ean: [orNull(Type.String()), "ean"],
  sku: [orNull(Type.String()), "reference"],
  brand_id: [orNull(Uuid), "brandId"],
  category_id: [orNull(Uuid), "categoryId"],
  supplier_id: [orNull(Uuid), "supplierId"],
  position: [orNull(oneOf(POSITIONS), "Null: it has no own price, or its tax rate is not known."), positionOf],
  own_price: [
    amount("With tax where `/settings/tax` says that own prices are without: competitors' contain it."),
    ({ ownCents }) => priceOf(ownCents),
  ],
  currency: [Type.String(), () => BASE_CURRENCY],
  lowest_price: [Type.Number(), ({ lowestCents }) => lowestCents / HUNDRED],
  average_price: [Type.Number(), ({ totalCents, competitors }) => Math.round(totalCents / competitors) / HUNDRED],
  highest_price: [Type.Number(), ({ highestCents }) => highestCents / HUNDRED],
  competitors_count: [Type.Integer(), "competitors"],
  cheaper_count: [
    orNull(Type.Integer(), "How many are below the own price."),
    ({ ownCents, cheaper }) => (ownCents === null ? null : cheaper),
  ],
  gap: [
    amount("The own price minus the lowest."),
    ({ ownCents, lowestCents }) => (ownCents === null ? null : (ownCents - lowestCents) / HUNDRED),
  ],
  gap_percent: [
    amount("The gap in percent of the lowest price."),
    ({ ownCents, lowestCents }) => (ownCents === null ? null : percentOf(ownCents - lowestCents, lowestCents)),
  ],
  map_price: [amount("The minimum advertised price."), ({ mapCents }) => priceOf(mapCents)],
  map_gap: [
    amount("The own price minus the minimum advertised one."),
    ({ ownCents, mapCents }) => (ownCents === null || mapCents === null ? null : (ownCents - mapCents) / HUNDRED),
  ],
});
/** The same in lists. */
export const PricePositionBody = PricePositions.expanding({
  product: "product",
  brand: "brand",
  category: "category",
  supplier: "supplier",
});

/** What the products of a brand, category or supplier come to. */
export const PositionSummaries = view<PositionSummary>()({
  id: [orNull(Uuid, "Null: the products that have none."), ({ groupId }) => (groupId === "" ? null : groupId)],
  name: [orNull(Type.String()), "name"],
  products: [Type.Integer({ description: "That a competitor sells." }), "products"],
  cheapest: [Type.Integer(), "cheapest"],
  average: [Type.Integer(), "average"],
  dearest: [Type.Integer(), "dearest"],
  without_price: [Type.Integer({ description: "Without an own price that can be compared." }), "unpriced"],
  below_map: [Type.Integer(), "belowMap"],
  average_gap_percent: [
    orNull(Type.Number(), "Of own prices, above the lowest."),
    ({ averageGap }) => (averageGap === null ? null : Math.round(averageGap) / HUNDRED),
  ],
});
