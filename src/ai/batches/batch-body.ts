import { type Static, Type } from "@sinclair/typebox";
import { maybe, nameOf } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { AutoApply } from "../enrichment/schema.ts";
import { ENRICHMENT_TYPES } from "../enrichment/types.ts";

const TypeName = oneOf([...ENRICHMENT_TYPES, "all"] as const, { title: "EnrichmentTypeOrAll" });
const Types = Type.Array(TypeName, { minItems: 1, maxItems: 10, description: "Default all.", examples: [["seo"]] });
const Budget = Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }), Type.Null()], {
  title: "Budget",
  description: "US dollars; it stops there.",
});

export const BatchCreate = Type.Object({
  name: nameOf(200, "Shown name."),
  description: maybe(Type.String({ maxLength: 2000 })),
  filters: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: "Filters of products, as lists take them; absent: all products.",
      examples: [{ without_description: true }],
    }),
  ),
  enrichmentTypes: Type.Optional(Types),
  enrichment_types: Type.Optional(Types),
  auto_apply: Type.Optional(AutoApply),
  overwrite: Type.Optional(
    Type.Boolean({ description: "Also over what a person wrote, never over reviewed texts. Default false." }),
  ),
  priority: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 10 }), oneOf(["low", "normal", "high"] as const)], {
      description: "1 to 10, higher first; default 5. low, normal and high are 3, 5 and 8.",
    }),
  ),
  maxBudget: Type.Optional(Budget),
  max_budget: Type.Optional(Budget),
  reuse: Type.Optional(
    Type.Boolean({
      description: "Takes answers that equal requests were given in the last 30 days, at no cost. Default false.",
    }),
  ),
  scheduled_at: maybe(Type.String({ maxLength: 40, examples: ["2026-12-01T02:00:00Z"] }), "It starts by itself then."),
});
export type BatchFields = Static<typeof BatchCreate>;
