import { Type } from "@sinclair/typebox";
import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { deleteListEntries, hasFinerAmounts, rescaleEntries } from "../../../../db/pricing/price-lists.ts";
import { FLAG_OR_NULL } from "../../../../db/table.ts";
import { nameOf, orNull } from "../../../http/input/fields.ts";
import { invalidBody } from "../../../http/output/errors.ts";
import { BASE_CURRENCY } from "../../../kit/cents.ts";
import { changesOf } from "../../../kit/resource/changes.ts";
import { rowsById } from "../../../kit/resource/expansion.ts";
import {
  type Field,
  flagField,
  lineField,
  numberField,
  optionalDateTime,
  optionalText,
  textField,
} from "../../../kit/resource/fields.ts";
import { record } from "../../../kit/resource/record.ts";
import { touchOwned, touchOwnedChunk } from "../../../products/changes/commit/touch-owned.ts";
import { Country, countryProblems } from "../../tax/tax-fields.ts";
import { decimalsOf, leastIn, unitsOf } from "../currency-decimals.ts";
import { VIEW_PRICES } from "../policies.ts";
import { planTurns, unplanTurns } from "../turns.ts";

export const Currency = Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217.", examples: ["EUR"] });
const Priority = Type.Integer({
  minimum: -1_000_000_000,
  maximum: 1_000_000_000,
  description: "Of the lists of a channel the highest applies first. Default 0.",
});

const INCLUDES_TAX = "Whether its prices contain tax. Null: as the products' own, see /settings/tax.";
const includesTaxField: Field<boolean | null> = {
  input: orNull(Type.Boolean(), INCLUDES_TAX),
  output: orNull(Type.Boolean(), INCLUDES_TAX),
  column: FLAG_OR_NULL,
  initial: null,
};

/** Prices of a channel. */
export const PriceList = record({
  table: "price_list",
  noun: "price_list",
  fields: {
    name: textField(nameOf(100, "Shown to users.")),
    channel: textField(nameOf(100, "Sales channel; several lists may share one."), { example: "web" }),
    currency: textField(Currency, { initial: BASE_CURRENCY }),
    prices_include_tax: includesTaxField,
    tax_country: optionalText(Country, {
      shown: Country,
      description: "Whose tax its prices contain. Null: that of the tenant's country.",
      normalize: (country) => country,
    }),
    description: lineField(2000, "For users."),
    start_date: optionalDateTime("Applies from this moment, inclusive; a date is 00:00 UTC. Null: open."),
    end_date: optionalDateTime("Applies until this moment, inclusive; a date is 00:00 UTC. Null: open."),
    is_active: flagField(true, "Default true."),
    priority: numberField(Priority, 0, Type.Integer()),
  },
});

/** What decides whether a list applies, and before which others. */
const DECIDING = new Set([
  "channel",
  "currency",
  "prices_include_tax",
  "tax_country",
  "start_date",
  "end_date",
  "is_active",
  "priority",
]);

/** The number of entries deleted in one transaction. */
const STEP = 2_000;

/** A list with its dates in ISO 8601, both inclusive. */
type Dated = Pick<ReturnType<typeof PriceList.blank>, "id" | "start_date" | "end_date">;
function planListTurns(tx: Tx, { id, start_date: start, end_date: end }: Dated, context: MutationContext) {
  const startMs = start === null ? null : Date.parse(start);
  const endMs = end === null ? null : Date.parse(end) + 1;
  return planTurns(tx, { id, startMs, endMs }, { owner: "price_list", ownerIds: [id] }, context);
}

export const priceListChanges = changesOf("price-lists", PriceList, {
  check: async (tx, { id, currency, start_date: start, end_date: end, tax_country: country }, before) => {
    const problems = countryProblems("tax_country", country);
    if (problems.length > 0) throw invalidBody(problems);
    const least = before === undefined || before.currency === currency ? 1 : leastIn(before.currency, currency);
    if (least > 1 && (await hasFinerAmounts(tx, id, least))) {
      const params = { currency, limit: decimalsOf(currency) };
      throw invalidBody([{ field: "currency", type: "invalid_value", key: "pricing.entries_have_decimals", params }]);
    }
    if (start === null || end === null || start <= end) return;
    throw invalidBody([{ field: "end_date", type: "invalid_value", key: "pricing.end_before_start" }]);
  },
  created: planListTurns,
  changed: async (tx, { before, after, fields }, context) => {
    if (!fields.some((field) => DECIDING.has(field))) return;
    // The amounts stay what they are, in the units that the other currency is stored in.
    const [from, to] = [unitsOf(before.currency), unitsOf(after.currency)];
    if (from !== to) await rescaleEntries(tx, after.id, { from, to });
    await planListTurns(tx, after, context);
    await touchOwned(tx, "price_list", [after.id], context);
  },
  empty: async (tx, { id }, _, context) => {
    const productIds = await deleteListEntries(tx, id, STEP);
    await touchOwnedChunk.run(tx, { ids: [...new Set(productIds)] }, context);
    return productIds.length < STEP;
  },
  deleted: unplanTurns,
});

/** For answers that name price lists. */
export const priceListsById = rowsById(PriceList, VIEW_PRICES);
