import { Type } from "@sinclair/typebox";
import type { OfferedPrice } from "../../../db/pricing/price-lists.ts";
import { DateTime, orNull, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { view } from "../../kit/view.ts";
import { isoOrNull } from "../../text/instant.ts";
import { Currency } from "./price-list.ts";
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
  price: [Type.Number(), ({ priceCents }) => priceCents / 100],
  starts_at: [orNull(Time), ({ startMs }) => isoOrNull(startMs)],
  ends_at: [orNull(Time), ({ endMs }) => isoOrNull(endMs)],
  reason: [
    oneOf(PRICE_REASONS, { description: "Why this entry applies, or the first reason why it does not." }),
    "reason",
  ],
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
    }),
    "Null: the price is in the currency of its source.",
  ),
  considered: Type.Array(Considered.Body, {
    description: "Entries of active price lists for the product, the one that counts first; at most 500.",
  }),
});
