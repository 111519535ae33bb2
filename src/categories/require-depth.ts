import { ApiError, type FieldProblem, invalidBody } from "../http/errors.ts";
import { DEPTH_MAX } from "./match-categories.ts";

/** What is wrong with a category's place when it would lie too deep. */
const tooDeep = (field: string): FieldProblem => ({
  field,
  type: "out_of_range",
  key: "categories.too_deep",
  params: { limit: DEPTH_MAX },
});

/** Throws VALIDATION_FAILED when the deepest category, at this level, would lie below the tenth. */
export function requireDepth(level: number): void {
  if (level >= DEPTH_MAX) throw invalidBody([tooDeep("parent_id")]);
}

/** Throws INVALID_PARAMETER likewise, for a place that a query names. */
export function requireDepthOfQuery(level: number): void {
  if (level >= DEPTH_MAX) throw new ApiError("INVALID_PARAMETER", { fields: [tooDeep("reassign_to")] });
}
