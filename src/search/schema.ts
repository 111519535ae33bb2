import { Type } from "@sinclair/typebox";
import { FACETS } from "../../search/port.ts";
import { orNull, Uuid } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import { metaPageOf, PageQuery } from "../http/input/page.ts";
import { FILTER_QUERY } from "../products/lists/filter-schema.ts";
import { ProductListItem } from "../products/schema.ts";

const Q_LENGTH_MAX = 200;
const TextOrNull = orNull(Type.String());

// Deleted products are hidden from searches; `search` is the part of a name that lists look for.
const { include_deleted: _, ...FILTERS } = FILTER_QUERY;

const Q = Type.String({
  maxLength: Q_LENGTH_MAX,
  description:
    "Words from the title, brand, category or description: all must match, the last one by prefix. Or a whole EAN, " +
    "reference or SKU. Ignores case and accents and tolerates one or two typos. Absent: all products.",
  examples: ["cordless drill"],
});
const Facets = Type.Array(oneOf(FACETS), { description: "Facets to count." });

/** What is looked for, and among which products. */
const SEARCH = {
  q: Type.Optional(Q),
  // Without their types, which search has no use for: it reads them by name.
  ...(FILTERS as object),
  facets: Type.Optional(Facets),
};

export const SearchQueryParameters = Type.Object({ ...PageQuery.properties, ...SEARCH });
export const FacetsQuery = Type.Object(SEARCH);

const FacetValue = Type.Object(
  {
    id: Type.String({ description: "Id of the brand, category, supplier or tag, or the status or grade." }),
    name: Type.String(),
    count: Type.Integer({ minimum: 0 }),
  },
  { title: "FacetValue" },
);
const FacetCounts = Type.Partial(
  Type.Object(Object.fromEntries(FACETS.map((facet) => [facet, Type.Array(FacetValue)]))),
  { title: "Facets", description: "The most frequent values, at most 100; each facet ignores its own filter." },
);

const SearchHit = Type.Object(
  {
    ...ProductListItem.properties,
    score: Type.Number({ minimum: 0, maximum: 1, description: "Relevance, 0 to 1." }),
    highlights: Type.Record(Type.String(), Type.String(), {
      description: "Matching fields as HTML: matches in `em`, everything else escaped.",
    }),
  },
  { title: "SearchHit" },
);

const IndexBehind = Type.Boolean({
  description:
    "True if the index has not caught up with recent changes within 2 s, so that hits and counts may be out of date. " +
    "Happens during and shortly after an import or a change of thousands of products.",
});
const SearchMeta = Type.Object({ index_behind: IndexBehind }, { title: "SearchMeta" });

const { items: Hits, meta: PageMeta } = metaPageOf(SearchHit).properties;
export const SearchPage = Type.Object(
  {
    items: Hits,
    meta: Type.Object({ ...PageMeta.properties, index_behind: IndexBehind }, { title: "SearchPageMeta" }),
    facets: FacetCounts,
    did_you_mean: orNull(Type.String(), "Suggested spelling, if the words as written were not found."),
  },
  { title: "SearchPage" },
);
export const FacetsBody = Type.Object({ facets: FacetCounts, meta: SearchMeta });

export const SuggestQuery = Type.Object({
  q: Type.String({ minLength: 2, maxLength: Q_LENGTH_MAX, description: "Text typed so far.", examples: ["dri"] }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description: "Default 10." })),
});
export const Suggestions = Type.Object(
  {
    suggestions: Type.Array(
      Type.Object({ text: Type.String(), type: oneOf(["product", "brand", "category"] as const), id: Uuid }),
    ),
    meta: SearchMeta,
  },
  { title: "Suggestions" },
);

const Status = oneOf(["pending", "processing", "completed", "failed"] as const);
export const ReindexParams = Type.Object({ job_id: Type.String({ format: "uuid" }) });
export const ReindexStarted = Type.Object({ id: Uuid, status: Status });
export const SimilarParams = Type.Object({ product_id: Type.String({ format: "uuid" }) });
export const SimilarQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: "Default 10." })),
  min_score: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: "Default 0." })),
});
export const SimilarBody = Type.Object({
  product_id: Uuid,
  items: Type.Array(
    Type.Object({
      id: Uuid,
      ean: TextOrNull,
      title: Type.String(),
      brand_name: TextOrNull,
      price: orNull(Type.Number()),
      primary_image_url: TextOrNull,
      score: Type.Number({ minimum: 0, maximum: 1, description: "Similarity, 0 to 1." }),
    }),
  ),
  total: Type.Integer({ minimum: 0, description: "Number of items." }),
});
