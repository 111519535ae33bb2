import { Type } from "@sinclair/typebox";
import { FACET_NAMES } from "../../../db/products/lists/facets.ts";
import { PRODUCT_SORTS } from "../../../db/products/lists/list.ts";
import { orNull } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { FILTER_NAMES } from "../lists/filter-schema.ts";
import { ProductListItem, TotalIsEstimate } from "../schema.ts";

export const SearchBody = Type.Object({
  query: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "Search text; same as `search` of the product list.",
      examples: ["chair"],
    }),
  ),
  filters: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: `Combined with AND; values of a list are alternatives (OR). Names: ${FILTER_NAMES.join(", ")}.`,
      examples: [{ in_stock: true, price_max: 50 }],
    }),
  ),
  sort: Type.Optional(
    Type.Array(
      Type.Object({
        field: oneOf(PRODUCT_SORTS),
        order: Type.Optional(oneOf(["asc", "desc"] as const, { description: "Default desc." })),
      }),
      { maxItems: 5, description: "Sort orders by priority. Default: newest first." },
    ),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "Default 20." })),
  cursor: Type.Optional(Type.String({ maxLength: 4000, description: "`next_cursor` of the previous response." })),
  facets: Type.Optional(Type.Array(oneOf(FACET_NAMES), { maxItems: 10, description: "Facets to count." })),
  include_total: Type.Optional(Type.Boolean({ description: "Whether to return the total. Default true." })),
});

const FacetValues = Type.Array(
  Type.Object({
    id: Type.String({ description: "Id, or the value itself." }),
    name: Type.String(),
    count: Type.Integer(),
  }),
);

export const SearchAnswer = Type.Object({
  items: Type.Array(ProductListItem),
  next_cursor: orNull(
    Type.String({ description: "Send it as `cursor`, with the same filters and sort order, for the next page." }),
  ),
  has_more: Type.Boolean(),
  total: orNull(Type.Integer()),
  total_is_estimate: TotalIsEstimate,
  facets: orNull(Type.Object(Object.fromEntries(FACET_NAMES.map((name) => [name, Type.Optional(FacetValues)])))),
});
