import type { Reader } from "../../db/ports.ts";
import type { ProductFilter } from "../../db/products/filter.ts";
import type { FieldProblem } from "../http/output/errors.ts";
import { parseFilters } from "../products/lists/filter-schema.ts";
import { findLanguages } from "../settings/languages.ts";
import { chooseProductFields } from "./choose-fields.ts";
import { LANGUAGE_COLUMN } from "./language-column.ts";
import type { ProductExport } from "./product-table.ts";

/** What a caller asks for, by the names of the API. */
export interface ProductRequest {
  /** A stream has it as JSON text. */
  filters?: unknown;
  include_fields?: readonly string[];
  exclude_fields?: readonly string[];
  language?: string;
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readFilters(filters: unknown = {}): { filter: ProductFilter } | Refused {
  let value = filters;
  try {
    if (typeof filters === "string") value = JSON.parse(filters);
  } catch {
    return NO_OBJECT;
  }
  if (!isRecord(value)) return NO_OBJECT;
  const parsed = parseFilters(value);
  if (!("problems" in parsed)) return parsed;
  return { problems: parsed.problems.map((problem) => ({ ...problem, field: `filters.${problem.field}` })) };
}

/** `null` is the pivot language. */
export async function readLanguage(
  db: Reader,
  language: string | undefined,
): Promise<{ language: string | null } | Refused> {
  if (language === undefined) return { language: null };
  const { pivot, enabled } = await findLanguages(db);
  if (enabled.includes(language)) return { language: language === pivot ? null : language };
  const params = { allowed: enabled.join(", ") };
  return { problems: [{ field: "language", type: "invalid_value", key: "validation.one_of", params }] };
}

/** Reads a request for products. Throws what `refuse` makes of everything that is wrong with it. */
export async function readProductRequest(
  db: Reader,
  request: ProductRequest,
  refuse: (problems: FieldProblem[]) => Error,
): Promise<ProductExport> {
  const filters = readFilters(request.filters);
  const fields = chooseProductFields({ include: request.include_fields, exclude: request.exclude_fields });
  const language = await readLanguage(db, request.language);
  if ("problems" in filters || "problems" in fields || "problems" in language) {
    throw refuse([filters, fields, language].flatMap((part) => ("problems" in part ? part.problems : [])));
  }
  const { offset = 0, limit = null, price_channel: priceChannel } = request;
  // A choice of columns is kept to the letter.
  const marks = language.language === null || request.include_fields ? [] : [LANGUAGE_COLUMN];
  return {
    ...filters,
    ...language,
    fields: [...fields, ...marks],
    offset,
    limit,
    ...(priceChannel !== undefined && { priceChannel }),
  };
}
