import { Type } from "@sinclair/typebox";
import type { OfferedPrice } from "../../../../db/pricing/price-lists.ts";
import { DateTime, orNull, Time, Uuid } from "../../../http/input/fields.ts";
import { oneOf } from "../../../http/input/one-of.ts";
import { view } from "../../../kit/view.ts";
import { isoOrNull } from "../../../text/instant.ts";
import { TAX_WISHES } from "../../tax/price-in-tax.ts";
import { shownAmount } from "../currency-decimals.ts";
import { Currency } from "../lists/price-list.ts";
import { PRICE_REASONS, type PriceReason } from "./why-price.ts";

export const ApplyingPriceQuery = Type.Object({
  channel: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: "Only price lists of this channel. Default: of any." }),
  ),
  quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: "Pieces. Default 1." })),
  at: Type.Optional({ ...DateTime, description: "When it is bought. Default now." }),
  currency: Type.Optional({
    ...Currency,
    description:
      "The price in this currency: of lists in it, else converted by the tenant's exchange rate. Default: that of the list.",
  }),
  tax: Type.Optional(
    oneOf(TAX_WISHES, {
      description: "The price with the tax of its list's country, or without any. Default: as it is stored.",
    }),
  ),
  variant_id: Type.Optional(Type.String({ format: "uuid", description: "Of this variant. Default: the product." })),
});

/** A price that lists offer, with why it applies or not. */
export const Considered = view<OfferedPrice & { reason: PriceReason }>()({
  price_list_id: [Uuid, "priceListId"],
  price_list_name: [Type.String(), "name"],
  entry_id: [Uuid, "entryId"],
  channel: [Type.String(), "channel"],
  currency: [Type.String({ examples: ["EUR"] }), "currency"],
  priority: [Type.Integer(), "priority"],
  variant_id: [orNull(Uuid), "variantId"],
  min_quantity: [Type.Integer(), "minQuantity"],
  price: [Type.Number(), ({ priceCents, currency }) => shownAmount(currency, priceCents)],
  starts_at: [orNull(Time), ({ startMs }) => isoOrNull(startMs)],
  ends_at: [orNull(Time), ({ endMs }) => isoOrNull(endMs)],
  reason: [
    oneOf(PRICE_REASONS, { description: "Why this entry applies, or the first reason why it does not." }),
    "reason",
  ],
});

const TierBody = Type.Object({ min_quantity: Type.Integer(), price: Type.Number() });

/** What a price went through, in this order. */
export const PRICE_STEPS = ["own_price", "variant_price", "price_list", "quantity_tier", "tax", "conversion"] as const;

const StepBody = Type.Object({
  step: oneOf(PRICE_STEPS, {
    description:
      "`own_price`, `variant_price`, `price_list`: where it is from. `quantity_tier`: the entry of a larger quantity. `tax`: with tax or without, as wanted. `conversion`: in another currency.",
  }),
  price: orNull(Type.Number(), "After this step."),
  currency: Type.String({ examples: ["EUR"] }),
});

const TaxBody = Type.Object({
  included: Type.Boolean({ description: "Whether `price` contains tax." }),
  country: Type.String({ description: "Whose tax.", examples: ["FR"] }),
  tax_class: Type.String({ description: "The product's, else the tenant's default.", examples: ["standard"] }),
  rate: orNull(Type.Number({ examples: [20] }), "Percent. Null: it is not known."),
  rate_from: orNull(
    oneOf(["product", "tax_class"] as const, {
      description: "`product`: its own `tax_rate`. `tax_class`: the rate of its class in the country, on that day.",
    }),
  ),
  price_with_tax: orNull(Type.Number({ examples: [11.9] }), "Null: the rate is not known."),
  price_without_tax: orNull(Type.Number({ examples: [9.92] }), "Null: the rate is not known."),
});

export const ApplyingPriceBody = Type.Object({
  product_id: Uuid,
  variant_id: orNull(Uuid),
  channel: orNull(Type.String()),
  quantity: Type.Integer(),
  at: Time,
  price: orNull(Type.Number({ examples: [11.9] }), "For one piece. Null: nothing names a price."),
  compare_at_price: orNull(Type.Number()),
  currency: Type.String({ examples: ["EUR"] }),
  source: oneOf(["price_list", "base"], {
    description: "`base`: the own price of the product or variant, for no list applies.",
  }),
  price_list_id: orNull(Uuid),
  entry_id: orNull(Uuid),
  conversion: orNull(
    Type.Object({
      from_currency: Type.String(),
      from_price: Type.Number(),
      rate: Type.Number({ description: "Units of `currency` for one unit of `from_currency`." }),
      rate_date: orNull(
        Type.String({ format: "date", examples: ["2026-11-27"] }),
        "The day of the rates: the latest that has some. Null: none was needed.",
      ),
    }),
    "Null: the price is in the currency of its source.",
  ),
  min_quantity: Type.Integer({ description: "The quantity from which it is asked." }),
  next_tier: orNull(
    TierBody,
    "What a piece costs from the next larger quantity of the same list on. Null: this is the largest.",
  ),
  tax: orNull(TaxBody, "Null: the tenant has named no country (`/settings/tax`), and tax is left out of account."),
  steps: Type.Array(StepBody, { description: "How the price came about; the last step has `price`." }),
  considered: Type.Array(Considered.Body, {
    description: "Entries of active price lists for the product, the one that counts first; at most 500.",
  }),
});
