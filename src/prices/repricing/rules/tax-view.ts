import { type AmountRounding, type Fraction, shareOf } from "../../pricing/applying/exact-amount.ts";
import {
  centsInTerms,
  grossTerms,
  netTerms,
  type Taxed,
  type TaxModel,
  type TaxTerms,
  taxWithin,
} from "../../tax/tax-model.ts";
import type { Facts, View } from "./conditions.ts";

/** What a rule knows of a product, in the terms and the currency of the price that it aims at. */
export interface TargetView extends View {
  /** The cost without tax, in the price's currency. */
  netCostCents: number | null;
  /** The tax that is in the price, in percent. */
  taxPercent: number;
}

/** By what a price is compared with amounts in euros that contain tax or do not; without model and terms tax is left out. */
export interface PriceTax {
  model: TaxModel | null;
  terms: TaxTerms | undefined;
  /** Stored units of its currency for a cent, see `exchangeInto`; absent: it is in euros. */
  exchange?: Fraction | undefined;
}

type Floors = Pick<Facts, "mapCents" | "costCents">;

/** From which terms an amount is taken: competitors' and minimum prices contain tax, costs do not. */
const FROM = { gross: grossTerms, net: netTerms } as const;

/**
 * A conversion of amounts in euros into a price's terms and currency, each rounded once; it answers `undefined` when the tax
 * rate is not known.
 */
const conversion =
  ({ model, terms, exchange }: PriceTax, product: Taxed) =>
  (cents: number | null, from: keyof typeof FROM, rounding: AmountRounding): number | null | undefined => {
    if (cents === null) return null;
    if (!model || !terms) return exchange ? shareOf(cents, exchange, { rounding }) : cents;
    return centsInTerms(cents, { model, product, from: FROM[from](model), to: terms, exchange }, rounding);
  };

/**
 * What a price must not be below, in its own terms and currency, and never too low: MAP contains tax, the cost does not. `undefined`: the
 * product's tax rate is not known.
 */
export function floorsInTerms<F extends Floors>(floors: F, product: Taxed, tax: PriceTax): F | undefined {
  const convert = conversion(tax, product);
  const mapCents = convert(floors.mapCents, "gross", "up");
  const costCents = convert(floors.costCents, "net", "up");
  return mapCents === undefined || costCents === undefined ? undefined : { ...floors, mapCents, costCents };
}

/** What a rule sees, in the terms and the currency of the price that it aims at. `undefined`: the product's tax rate is not known. */
export function inTargetTerms(view: View, tax: PriceTax): TargetView | undefined {
  const { model, terms, exchange } = tax;
  const floors = floorsInTerms(view, view, tax);
  const convert = conversion(tax, view);
  const lowestCents = convert(view.lowestCents, "gross", "nearest");
  const averageCents = convert(view.averageCents, "gross", "nearest");
  if (!floors || lowestCents === undefined || averageCents === undefined) return undefined;
  const { costCents } = view;
  const netCostCents = costCents === null || !exchange ? costCents : shareOf(costCents, exchange, { rounding: "up" });
  // Without a cost its margin is asked of no price.
  const taxPercent = model && terms ? (taxWithin(model, view, terms) ?? 0) : 0;
  return { ...floors, lowestCents, averageCents, netCostCents, taxPercent };
}
