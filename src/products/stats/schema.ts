import { Type } from "@sinclair/typebox";
import { WORKFLOW_STATUSES } from "../../../db/products/product-row.ts";
import { orNull, Uuid } from "../../http/input/fields.ts";
import { FILTER_QUERY } from "../lists/filter-schema.ts";
import { type CategoryNode, CHANGE_DAYS } from "./find-stats.ts";

const Count = Type.Integer({ minimum: 0 });
const Score = Type.Number({ minimum: 0, maximum: 100 });
const TextOrNull = orNull(Type.String());
const ByGrade = Type.Object({ A: Count, B: Count, C: Count, D: Count }, { title: "GradeCounts" });

export const OverviewBody = Type.Object(
  {
    total: Count,
    active: Count,
    inactive: Count,
    archived: Count,
    draft: Count,
    deleted: Type.Integer({ minimum: 0, description: "Soft-deleted products; excluded from all other counts." }),
    with_images: Count,
    with_price: Count,
    in_stock: Count,
    no_brand: Count,
    no_supplier: Count,
    without_category: Count,
    without_description: Count,
    not_enriched: Count,
    average_completeness: Score,
    by_grade: ByGrade,
    by_workflow_status: Type.Object(Object.fromEntries(WORKFLOW_STATUSES.map((status) => [status, Count]))),
    created_last_30_days: Count,
    updated_last_30_days: Count,
  },
  { title: "ProductOverview" },
);

export const StatsFilters = Type.Object(FILTER_QUERY);

export const CompletenessStats = Type.Object({
  total: Count,
  average: Score,
  median: Score,
  by_grade: ByGrade,
  distribution: Type.Array(Type.Object({ min: Count, max: Count, count: Count }), {
    description: "Ten score ranges, both ends inclusive.",
  }),
  missing_fields: Type.Array(Type.Object({ field: Type.String(), count: Count, percent: Score })),
  publishable: Type.Integer({ description: "Grade A or B." }),
});

export const GroupStats = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: orNull(Uuid, "Null for products without one."),
        name: TextOrNull,
        total: Count,
        average: Score,
        by_grade: ByGrade,
      }),
      { description: "Largest first, at most 10,000." },
    ),
    total: Count,
  },
  { title: "CompletenessByGroup" },
);

export const Recalculated = Type.Object({
  status: Type.Literal("completed"),
  processed: Count,
  changed: Count,
  average: Score,
  duration_ms: Type.Integer({ minimum: 0 }),
});

const Named = { id: Uuid, name: Type.String(), slug: Type.String(), product_count: Count };

export const BrandList = Type.Array(Type.Object(Named, { title: "BrandChoice" }));

export const CategoryList = Type.Array(
  Type.Object(
    {
      ...Named,
      parent_id: orNull(Uuid),
      level: Count,
      sort_order: Type.Integer(),
      path: Type.String({ description: 'Names from the root to the category, joined with " > ".' }),
    },
    { title: "CategoryChoice" },
  ),
);

// Names its own kind inside itself, which a validator of answers need not follow.
const Node = Type.Object(
  {
    ...Named,
    level: Count,
    children: Type.Array(Type.Unknown({ "x-model": "CategoryChoiceNode" }), { description: "Subcategories." }),
  },
  { title: "CategoryChoiceNode" },
);

export const CategoryTree = Type.Unsafe<CategoryNode[]>(Type.Array(Node));

export const ChangeStatsQuery = Type.Object({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: CHANGE_DAYS.most,
      description: `Days, today among them. Default ${CHANGE_DAYS.usual}.`,
    }),
  ),
});

export const ChangeStats = Type.Object(
  {
    days: Type.Integer({ minimum: 1 }),
    total: Count,
    items: Type.Array(
      Type.Object(
        { date: Type.String({ format: "date", description: "UTC.", examples: ["2026-11-21"] }), changes: Count },
        { title: "ChangesOfDay" },
      ),
      { description: "Each day, the oldest first; the last one is today." },
    ),
  },
  { title: "ChangeStats" },
);

export const ChannelStats = Type.Object(
  {
    min_score: Type.Integer({ description: "The least completeness score of a product that is published." }),
    items: Type.Array(
      Type.Object(
        {
          entity: orNull(
            Type.Object({ id: Uuid, code: Type.String(), name: Type.String() }),
            "Null: the whole catalog.",
          ),
          language: Type.String({ examples: ["de"] }),
          products: Count,
          ready: Count,
          percent: Score,
          average: Score,
          missing: Type.Array(Type.Object({ field: Type.String(), count: Count }), {
            description: "What most products lack, at most five.",
          }),
        },
        { title: "ChannelReadiness" },
      ),
    ),
  },
  { title: "ChannelStats" },
);
