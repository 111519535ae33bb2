import type { Reader } from "../../../db/ports.ts";
import type { ProductFilter } from "../../../db/products/lists/filter.ts";
import type { FieldProblem } from "../../http/output/errors.ts";
import { parseFilters } from "../../products/lists/filter-schema.ts";
import { LANGUAGE_COLUMN } from "../../text/language-column.ts";
import { isRecord } from "../../text/unknown-values.ts";
import { exportOfProfile, findProfile, type ProfileRequest } from "../profiles/find-profile.ts";
import { chooseProductFields } from "../tables/choose-fields.ts";
import type { ProductExport } from "../tables/product-table.ts";
import { readSpoken } from "../tables/spoken.ts";

/** What a caller asks for, by the names of the API. */
export interface ProductRequest extends ProfileRequest {
  /** A stream has it as JSON text. */
  filters?: unknown;
  include_fields?: readonly string[];
  exclude_fields?: readonly string[];
  language?: string;
  languages?: readonly string[];
  price_channel?: string;
  offset?: number;
  limit?: number;
}

interface Refused {
  problems: FieldProblem[];
}

const NO_OBJECT: Refused = {
  problems: [{ field: "filters", type: "invalid_format", key: "exports.filters_json" }],
};

/** Filters by their API names, given as an object or as its JSON. */
function filtersIn(filters: unknown = {}): Record<string, unknown> | undefined {
  try {
    const value: unknown = typeof filters === "string" ? JSON.parse(filters) : filters;
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readFilters(filters: unknown): { filter: ProductFilter } | Refused {
  const value = filtersIn(filters);
  if (!value) return NO_OBJECT;
  const parsed = parseFilters(value);
  if (!("problems" in parsed)) return parsed;
  return { problems: parsed.problems.map((problem) => ({ ...problem, field: `filters.${problem.field}` })) };
}

/** Reads a request for products. Throws what `refuse` makes of everything that is wrong with it. */
export async function readProductRequest(
  db: Reader,
  request: ProductRequest,
  refuse: (problems: FieldProblem[]) => Error,
): Promise<ProductExport> {
  const { offset = 0, limit = null, price_channel: priceChannel } = request;
  const profile = await findProfile(db, { ...request });
  if (profile) {
    const narrowed = filtersIn(request.filters);
    if ("problems" in profile) throw refuse(profile.problems);
    if (!narrowed) throw refuse(NO_OBJECT.problems);
    const wanted = await exportOfProfile(db, profile, narrowed);
    if ("problems" in wanted) throw refuse(wanted.problems);
    return { ...wanted, offset, limit };
  }
  const filters = readFilters(request.filters);
  const fields = chooseProductFields({ include: request.include_fields, exclude: request.exclude_fields });
  const spoken = await readSpoken(db, request);
  if ("problems" in filters || "problems" in fields || "problems" in spoken) {
    throw refuse([filters, fields, spoken].flatMap((part) => ("problems" in part ? part.problems : [])));
  }
  // A choice of columns is followed to the letter.
  const marks = spoken.language === null || request.include_fields ? [] : [LANGUAGE_COLUMN];
  return {
    ...filters,
    ...spoken,
    fields: [...fields, ...marks],
    offset,
    limit,
    ...(priceChannel !== undefined && { priceChannel }),
  };
}
