import type { ProductFilter } from "../../../db/products/lists/filter.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { parseFilters } from "./filter-schema.ts";

/** Filters of a body as the catalog takes them. Throws VALIDATION_FAILED, under `name`. */
export function readFilterBody(filters: Record<string, unknown>, name = "filters"): ProductFilter {
  const parsed = parseFilters(filters);
  if (!("problems" in parsed)) return parsed.filter;
  throw invalidBody(parsed.problems.map((problem) => ({ ...problem, field: `${name}.${problem.field}` })));
}
