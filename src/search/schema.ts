import { Type } from "@sinclair/typebox";
import { FACETS } from "../../search/port.ts";
import { oneOf } from "../http/one-of.ts";
import { metaPageOf, PageQuery } from "../http/page.ts";
import { FILTER_QUERY } from "../products/filter-schema.ts";
import { ProductListItem } from "../products/schema.ts";

const Q_LENGTH_MAX = 200;
const Id = Type.String({ format: "uuid" });
const TextOrNull = Type.Union([Type.String(), Type.Null()]);

// Deleted products are hidden from searches; `search` is the part of a name that lists look for.
const { include_deleted: _, ...FILTERS } = FILTER_QUERY;

const Q = Type.String({
  maxLength: Q_LENGTH_MAX,
  description:
    "Words of a title, brand, category or description, all of them, the last one as a beginning; or a whole EAN, " +
    "reference or SKU. Case and accents do not count, and a letter or two may be wrong. Absent: every product.",
  examples: ["cordless drill"],
});
const Facets = Type.Array(oneOf(FACETS), { description: "Count the hits by these." });

/** What is looked for, and among which products. */
const SEARCH = {
  q: Type.Optional(Q),
  // Without their types, which search has no use for: it reads them by name.
  ...(FILTERS as object),
  facets: Type.Optional(Facets),
};

export const SearchQueryParameters = Type.Object({ ...PageQuery.properties, ...SEARCH });
export const FacetsQuery = Type.Object(SEARCH);

const FacetValue = Type.Object({
  id: Type.String({ description: "Id of the brand, category, supplier or tag; the status; the grade." }),
  name: Type.String(),
  count: Type.Integer({ minimum: 0 }),
});
const FacetCounts = Type.Partial(
  Type.Object(Object.fromEntries(FACETS.map((facet) => [facet, Type.Array(FacetValue)]))),
  { description: "The most frequent values, at most 100; each facet as if its own filter were not set." },
);

const SearchHit = Type.Object({
  ...ProductListItem.properties,
  score: Type.Number({ minimum: 0, maximum: 1, description: "How well it meets the query." }),
  highlights: Type.Record(Type.String(), Type.String(), {
    description: "Fields that the words were found in, as HTML: the hits in `em`, all else escaped.",
  }),
});

export const SearchPage = Type.Object({
  ...metaPageOf(SearchHit).properties,
  facets: FacetCounts,
  did_you_mean: Type.Union([Type.String(), Type.Null()], {
    description: "Words that do occur, when none were found as they were written.",
  }),
});
export const FacetsBody = Type.Object({ facets: FacetCounts });

export const SuggestQuery = Type.Object({
  q: Type.String({ minLength: 2, maxLength: Q_LENGTH_MAX, description: "What was typed so far.", examples: ["dri"] }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description: "Default 10." })),
});
export const Suggestions = Type.Object({
  suggestions: Type.Array(
    Type.Object({ text: Type.String(), type: oneOf(["product", "brand", "category"] as const), id: Id }),
  ),
});

const Engine = oneOf(["libsql", "meilisearch"] as const);
const Status = oneOf(["pending", "processing", "completed", "failed"] as const);
export const ReindexParams = Type.Object({ job_id: Type.String({ format: "uuid" }) });
export const ReindexStarted = Type.Object({ id: Id, status: Status });
export const ReindexBody = Type.Object({
  id: Id,
  status: Status,
  engine: Engine,
  indexed: Type.Integer({ minimum: 0, description: "Products done." }),
  total: Type.Integer({ minimum: 0, description: "Products to do; 0 until it has begun." }),
  error: TextOrNull,
  created_at: Type.String({ format: "date-time" }),
  completed_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()]),
});

export const SimilarParams = Type.Object({ product_id: Type.String({ format: "uuid" }) });
export const SimilarQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: "Default 10." })),
  min_score: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: "Default 0." })),
});
export const SimilarBody = Type.Object({
  product_id: Id,
  items: Type.Array(
    Type.Object({
      id: Id,
      ean: TextOrNull,
      title: Type.String(),
      brand_name: TextOrNull,
      price: Type.Union([Type.Number(), Type.Null()]),
      primary_image_url: TextOrNull,
      score: Type.Number({ minimum: 0, maximum: 1, description: "How alike the texts are." }),
    }),
  ),
  total: Type.Integer({ minimum: 0, description: "How many items there are here." }),
});
