import { Type } from "@sinclair/typebox";
import { FACET_NAMES } from "../../db/products/facets.ts";
import { PRODUCT_SORTS } from "../../db/products/list.ts";
import { oneOf } from "../http/one-of.ts";
import { FILTER_NAMES } from "../products/filter-schema.ts";
import { ProductListItem } from "../products/schema.ts";

export const SearchBody = Type.Object({
  query: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "Text to look for, as `search` of the list does.",
      examples: ["chair"],
    }),
  ),
  filters: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: `All that are given must hold; values of a list are alternatives. Names: ${FILTER_NAMES.join(", ")}.`,
      examples: [{ in_stock: true, price_max: 50 }],
    }),
  ),
  sort: Type.Optional(
    Type.Array(
      Type.Object({
        field: oneOf(PRODUCT_SORTS),
        order: Type.Optional(oneOf(["asc", "desc"] as const, { description: "Default desc." })),
      }),
      { maxItems: 5, description: "What comes first counts first. Default: newest first." },
    ),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "Default 20." })),
  cursor: Type.Optional(Type.String({ maxLength: 4000, description: "`next_cursor` of the answer before." })),
  facets: Type.Optional(Type.Array(oneOf(FACET_NAMES), { maxItems: 10, description: "Count the products by these." })),
  include_total: Type.Optional(Type.Boolean({ description: "Whether to count all that is found. Default true." })),
});

const FacetValues = Type.Array(
  Type.Object({
    id: Type.String({ description: "Id, or the word itself." }),
    name: Type.String(),
    count: Type.Integer(),
  }),
);

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);

export const SearchAnswer = Type.Object({
  items: Type.Array(ProductListItem),
  next_cursor: orNull(Type.String({ description: "Send it as `cursor`, with the same filters and order, to go on." })),
  has_more: Type.Boolean(),
  total: orNull(Type.Integer()),
  facets: orNull(Type.Object(Object.fromEntries(FACET_NAMES.map((name) => [name, Type.Optional(FacetValues)])))),
});
