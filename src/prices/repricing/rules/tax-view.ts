import {
  type CentRounding,
  centsInTerms,
  grossTerms,
  netTerms,
  type Taxed,
  type TaxModel,
  type TaxTerms,
  taxWithin,
} from "../../tax/tax-model.ts";
import type { Facts, View } from "./conditions.ts";

/** What a rule knows of a product, in the terms of the price that it aims at. */
export interface TargetView extends View {
  /** The cost without tax. */
  netCostCents: number | null;
  /** The tax that is in the price, in percent. */
  taxPercent: number;
}

/** By what a price is compared with amounts that contain tax or do not; without both it is taken as it is. */
export interface PriceTax {
  model: TaxModel | null;
  terms: TaxTerms | undefined;
}

type Floors = Pick<Facts, "mapCents" | "costCents">;

/** A conversion of amounts into the terms of a price; it answers `undefined` when the rate is not known. */
const conversion =
  (model: TaxModel, product: Taxed, to: TaxTerms) =>
  (cents: number | null, from: TaxTerms, rounding: CentRounding): number | null | undefined =>
    cents === null ? null : centsInTerms(cents, { model, product, from, to }, rounding);

/**
 * What a price must not be below, in its own terms and never too low: MAP contains tax, the cost does not. `undefined`: the
 * product's tax rate is not known.
 */
export function floorsInTerms<F extends Floors>(floors: F, product: Taxed, { model, terms }: PriceTax): F | undefined {
  if (!model || !terms) return floors;
  const convert = conversion(model, product, terms);
  const mapCents = convert(floors.mapCents, grossTerms(model), "up");
  const costCents = convert(floors.costCents, netTerms(model), "up");
  return mapCents === undefined || costCents === undefined ? undefined : { ...floors, mapCents, costCents };
}

/** What a rule sees, in the terms of the price that it aims at. `undefined`: the product's tax rate is not known. */
export function inTargetTerms(view: View, { model, terms }: PriceTax): TargetView | undefined {
  const netCostCents = view.costCents;
  if (!model || !terms) return { ...view, netCostCents, taxPercent: 0 };
  const floors = floorsInTerms(view, view, { model, terms });
  const convert = conversion(model, view, terms);
  const lowestCents = convert(view.lowestCents, grossTerms(model), "nearest");
  const averageCents = convert(view.averageCents, grossTerms(model), "nearest");
  if (!floors || lowestCents === undefined || averageCents === undefined) return undefined;
  // Without a cost its margin is asked of no price.
  return { ...floors, lowestCents, averageCents, netCostCents, taxPercent: taxWithin(model, view, terms) ?? 0 };
}
