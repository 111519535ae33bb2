import { Type } from "@sinclair/typebox";
import { expandable } from "../../../http/input/expand.ts";
import { maybe, orNull, Uuid } from "../../../http/input/fields.ts";
import { Money, PriceListEntry } from "./list-entry.ts";

export const ListQuery = Type.Object({
  channel: Type.Optional(Type.String({ maxLength: 100, description: "Only lists of this channel." })),
  is_active: Type.Optional(Type.Boolean()),
});

export const EntriesQuery = Type.Object({
  product_id: Type.Optional(Type.String({ format: "uuid", description: "Only entries of this product." })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: "Default 0." })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "Default 50." })),
  cursor: Type.Optional(
    Type.String({ maxLength: 2000, description: "`next_cursor` of the previous page, instead of `offset`." }),
  ),
});

export const EntriesPage = Type.Object({
  items: Type.Array(PriceListEntry.Body),
  total: Type.Integer({ minimum: 0 }),
  offset: Type.Integer({ minimum: 0 }),
  limit: Type.Integer({ minimum: 1 }),
  next_cursor: orNull(Type.String(), "Null on the last page."),
});

/** One entry of a bulk: checked by itself, so that the others are taken. */
export const EntryItem = Type.Object({
  product_id: Uuid,
  variant_id: maybe(Uuid),
  price: Money,
  compare_at_price: maybe(Money),
  min_quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
});

export const EntriesInput = Type.Object(
  {
    entries: Type.Array(Type.Any({ ...EntryItem }), {
      minItems: 1,
      maxItems: 500,
      description:
        "Objects with `product_id`, `price` and optionally `variant_id`, `compare_at_price` and `min_quantity`.",
    }),
  },
  { examples: [{ entries: [{ product_id: Uuid["examples"]?.[0], price: 12.9, min_quantity: 10 }] }] },
);

export const EntriesPut = Type.Object({
  created: Type.Integer(),
  updated: Type.Integer(),
  errors: Type.Array(Type.Object({ index: Type.Integer(), field: Type.String(), message: Type.String() })),
});

export const ProductListPrices = Type.Array(
  Type.Object({
    price_list_id: Uuid,
    name: Type.String(),
    channel: Type.String(),
    currency: Type.String(),
    priority: Type.Integer(),
    rank: Type.Integer({ minimum: 1, description: "1 applies first." }),
    ...expandable({ price_list: "price_list" }),
    entries: Type.Array(
      Type.Object({
        id: Uuid,
        variant_id: orNull(Uuid),
        price: Type.Number(),
        compare_at_price: orNull(Type.Number()),
        min_quantity: Type.Integer({ minimum: 1 }),
      }),
    ),
  }),
);
