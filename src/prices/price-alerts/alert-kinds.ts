import type { ActiveAlert, AlertType } from "../../../db/price-alerts/alerts.ts";
import type { ComparedProduct } from "../../../db/price-alerts/compared.ts";
import { isOutOfStock } from "../repricing/rules/stock-status.ts";
import { centsInTerms, grossTerms, netTerms, type TaxModel, type TaxTerms, termsOfPrice } from "../tax/tax-model.ts";
import type { Seen } from "./alert-record.ts";
import { isCrossed } from "./crossing.ts";

/** What of a product competitors' prices are compared with, in cents with tax as theirs; `null`: it has none. */
export interface Compared {
  own: number | null;
  cost: number | null;
  map: number | null;
  /** The lowest that anybody asks. */
  lowest: number | null;
}

/** Whether an observation sets an alert off: what it was compared with, `null` for nothing. `undefined`: it does not. */
type Test = (seen: Seen, compared: Compared | undefined, threshold: number) => number | null | undefined;

const against = (limit: number | null | undefined, { observation }: Seen): number | undefined =>
  typeof limit === "number" && observation.priceCents < limit ? limit : undefined;
const withThreshold =
  (alertType: "above" | "below" | "change_pct"): Test =>
  ({ observation, before }, _, threshold) =>
    isCrossed({ alertType, threshold }, observation.priceCents, before?.priceCents ?? null) ? threshold : undefined;

/** A stock that was not named says nothing: it neither runs out nor comes back. */
const isOut = (status: string | null | undefined): boolean | undefined =>
  typeof status === "string" ? isOutOfStock(status) : undefined;

const TESTS: Record<AlertType, Test> = {
  above: withThreshold("above"),
  below: withThreshold("below"),
  change_pct: withThreshold("change_pct"),
  not_cheapest: (seen, compared) => {
    const { own = null, lowest = null } = compared ?? {};
    const wasCheapest = own !== null && (lowest === null || lowest >= own);
    return wasCheapest ? against(own, seen) : undefined;
  },
  out_of_stock: ({ observation, before }) =>
    before && isOut(observation.stockStatus) && !isOut(before.stockStatus) ? null : undefined,
  back_in_stock: ({ observation, before }) =>
    isOut(observation.stockStatus) === false && isOut(before?.stockStatus) ? null : undefined,
  below_cost: (seen, compared) => against(compared?.cost, seen),
  below_map: (seen, compared) => against(compared?.map, seen),
};
const COMPARING: ReadonlySet<AlertType> = new Set(["not_cheapest", "below_cost", "below_map"]);

/** Whether a kind compares prices with what is known of the product. */
export const isComparing = ({ alertType }: ActiveAlert): boolean => COMPARING.has(alertType);

/** What an observation that sets an alert off is compared with, `null` for nothing. `undefined`: it does not set it off. */
export const testOf = (alert: ActiveAlert, seen: Seen, compared: Compared | undefined): number | null | undefined =>
  TESTS[alert.alertType](seen, compared, alert.threshold ?? 0);

/** What competitors' prices of a product are compared with; where a tax rate is needed and not known, nothing. */
export function comparedOf(product: ComparedProduct, model: TaxModel | null): Compared {
  const gross = (cents: number | null, from: (model: TaxModel) => TaxTerms) => {
    if (model === null || cents === null) return cents;
    return centsInTerms(cents, { model, product, from: from(model), to: grossTerms(model) }) ?? null;
  };
  return {
    own: gross(product.priceCents, termsOfPrice),
    cost: gross(product.costPriceCents, netTerms),
    map: product.mapCents,
    lowest: product.lowestCents,
  };
}
