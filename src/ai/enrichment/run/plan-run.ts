import type { Reader } from "../../../../db/ports.ts";
import { ApiError, type FieldProblem, invalidBody, invalidParameter } from "../../../http/output/errors.ts";
import { type ResolvedPrompt, resolvePrompts } from "../../prompts/resolve-prompt.ts";
import type { Target } from "../facts/product-facts.ts";
import { ALL_TYPES, ENRICHMENT_TYPES, ENTITY_TYPES, type EnrichmentType } from "../types.ts";

const isType = (value: string): value is EnrichmentType => (ENRICHMENT_TYPES as readonly string[]).includes(value);

/** The types that a request names; `undefined`: all of them. Throws INVALID_PARAMETER for an unknown one. */
export function readTypes(given: readonly string[] | undefined): EnrichmentType[] | undefined {
  const words = [...new Set((given ?? ["all"]).flatMap((each) => each.split(",")).map((each) => each.trim()))];
  const unknown = words.filter((word) => word !== "all" && !isType(word));
  if (unknown.length > 0 || words.length === 0) {
    const params = { allowed: [...ENRICHMENT_TYPES, "all"].join(", ") };
    throw invalidParameter([{ field: "types", type: "invalid_value", key: "validation.one_of", params }]);
  }
  const named = words.filter(isType);
  if (!words.includes("all")) return named;
  return named.includes("translate") ? [...ALL_TYPES, "translate"] : undefined;
}

/** The types of a run for the group. */
export const typesOf = (types: readonly EnrichmentType[] | undefined): readonly EnrichmentType[] => types ?? ALL_TYPES;

const missing = (purposes: readonly string[]) =>
  purposes.map(
    (purpose): FieldProblem => ({
      field: "types",
      type: "invalid_value",
      key: "enrichment.no_binding",
      params: { purpose },
    }),
  );

/**
 * The prompts of a run. For an entity only those that are bound to it count. Throws VALIDATION_FAILED for a type that entities
 * have no texts of their own for, and PROMPT_BINDING_MISSING. Source: decisions S32.13, S33.4.
 */
export async function planRun(
  db: Reader,
  { entity, language }: Pick<Target, "entity" | "language">,
  types: readonly EnrichmentType[] | undefined,
): Promise<ResolvedPrompt[]> {
  if (!entity) return resolvePrompts(db, { entityId: null, language }, typesOf(types));
  const refused = (types ?? []).filter((each) => !ENTITY_TYPES.includes(each));
  if (refused.length > 0) {
    throw invalidBody(
      refused.map((): FieldProblem => ({ field: "types", type: "invalid_value", key: "enrichment.entity_types" })),
    );
  }
  const resolved = await resolvePrompts(db, { entityId: entity.id, language }, types ?? ENTITY_TYPES);
  const bound = resolved.filter(({ rank }) => rank === 1);
  const unbound = resolved.filter(({ rank }) => rank !== 1).map(({ purpose }) => purpose);
  const isRefused = types === undefined ? bound.length === 0 : unbound.length > 0;
  if (isRefused) throw new ApiError("PROMPT_BINDING_MISSING", { fields: missing(unbound) });
  return bound;
}
