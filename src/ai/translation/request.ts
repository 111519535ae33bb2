import { type Static, Type } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import type { ProductFilter } from "../../../db/products/lists/filter.ts";
import { orNull } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { readFilterBody } from "../../products/lists/read-filter-body.ts";
import { findExactTarget } from "../../reference/entities/content-target.ts";
import { findLanguages } from "../../settings/languages.ts";
import { TRANSLATABLE_FIELDS, type TranslatableField } from "./fields.ts";

export const PROVIDERS = ["auto", "translator", "llm"] as const;
const IDS_MAX = 10_000;

const EntityId = orNull(Type.String({ format: "uuid" }), "An entity's own texts; null: those of the group.");
const ConfigurationId = orNull(
  Type.String({ format: "uuid" }),
  "Of the entity; null: the texts that serve all of them.",
);

export const TranslateRequest = Type.Object({
  filter: Type.Optional(
    Type.Object(
      {
        product_ids: Type.Optional(Type.Array(Type.String({ format: "uuid" }), { maxItems: IDS_MAX })),
        brand: Type.Optional(Type.Unknown({ description: "Id or name, or a list of them." })),
        active: Type.Optional(Type.Boolean()),
        category: Type.Optional(Type.Unknown({ description: "Id or name, with subcategories, or a list of them." })),
        missing_language: Type.Optional(Type.String({ pattern: "^[a-z]{2}$" })),
      },
      {
        // Each filter that is there is read, and an unknown one refused, by `readFilterBody`.
        additionalProperties: true,
        description:
          "These, and all other filters of products as lists take them, combined with AND; absent: all products.",
        examples: [{ missing_language: "es", in_stock: true }],
      },
    ),
  ),
  languages: Type.Array(Type.String({ pattern: "^[a-z]{2}$" }), {
    minItems: 1,
    maxItems: 50,
    description: "Enabled languages other than the pivot.",
    examples: [["es", "it"]],
  }),
  entity_id: Type.Optional(EntityId),
  configuration_id: Type.Optional(ConfigurationId),
  fields: Type.Optional(
    Type.Array(oneOf(TRANSLATABLE_FIELDS), { minItems: 1, maxItems: 10, description: "Default all." }),
  ),
  provider: Type.Optional(
    oneOf(PROVIDERS, { description: "Default auto: the translator, and the model when it is busy." }),
  ),
  overwrite_automatic: Type.Optional(
    Type.Boolean({
      description: "Also texts that a machine wrote. Default false. Never a person's or a reviewed one.",
    }),
  ),
  max_budget: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1_000_000,
      description: "US dollars; it is paused before the call that could pass it. Absent: any.",
    }),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: "Only the estimate. Default false." })),
});

/** What a batch translates. Plain data: it is stored with the batch. */
export interface TranslationRequest {
  filter: ProductFilter;
  languages: string[];
  /** Empty: all. */
  entityId: string;
  configurationId: string;
  fields: TranslatableField[];
  provider: (typeof PROVIDERS)[number];
  overwrite: boolean;
  pivot: string;
  maxBudgetMicros: number | null;
}

const MICROS = 1_000_000;

/** Reads a request for a translation. Throws VALIDATION_FAILED, and NOT_FOUND for an entity or configuration. */
export async function readTranslation(db: Reader, body: Static<typeof TranslateRequest>): Promise<TranslationRequest> {
  const { pivot, enabled } = await findLanguages(db);
  const allowed = enabled.filter((language) => language !== pivot);
  const { languages } = body;
  const problems = languages.flatMap((language, index): FieldProblem[] => {
    const isTwice = languages.indexOf(language) < index;
    if (allowed.includes(language) && !isTwice) return [];
    const params = { allowed: allowed.join(", ") };
    return [{ field: `languages.${index}`, type: "invalid_value", key: "validation.one_of", params }];
  });
  if (problems.length > 0) throw invalidBody(problems);
  const target = await findExactTarget(db, {
    entity_id: body.entity_id ?? undefined,
    configuration_id: body.configuration_id ?? undefined,
  });
  return {
    filter: readFilterBody(body.filter ?? {}, "filter"),
    languages,
    entityId: target?.entity.id ?? "",
    configurationId: target?.configuration?.id ?? "",
    fields: [...new Set(body.fields ?? TRANSLATABLE_FIELDS)],
    provider: body.provider ?? "auto",
    overwrite: body.overwrite_automatic ?? false,
    pivot,
    maxBudgetMicros: body.max_budget === undefined ? null : Math.max(1, Math.round(body.max_budget * MICROS)),
  };
}
