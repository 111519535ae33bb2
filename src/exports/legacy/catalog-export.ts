import { isLongerThan } from "../../../db/exports/exported-products.ts";
import type { Reader } from "../../../db/ports.ts";
import { type FieldProblem, invalidParameter } from "../../http/output/errors.ts";
import { parseFilters } from "../../products/lists/filter-schema.ts";
import { LANGUAGE_COLUMN } from "../../text/language-column.ts";
import { CATALOG_COLUMNS } from "../tables/exported-fields.ts";
import type { ProductExport } from "../tables/product-table.ts";
import { readSpoken } from "../tables/spoken.ts";

/** How many products a workbook with pictures can have. */
const PICTURES_MAX = 5_000;

/** Which products, and in which languages, by the names of the API. */
export interface CatalogRequest {
  category?: string | undefined;
  brand?: string | undefined;
  active_only?: boolean | undefined;
  ids?: readonly string[] | undefined;
  language?: string | undefined;
  languages?: readonly string[] | undefined;
}

/** Reads what is to be exported. Throws INVALID_PARAMETER with all that is wrong. */
export async function readCatalogRequest(db: Reader, request: CatalogRequest): Promise<ProductExport> {
  const { category, brand, active_only, ids, language, languages } = request;
  const problems: FieldProblem[] = [];
  const parsed = parseFilters({ category, brand, active_only, ids: ids && ids.length > 0 ? ids : undefined });
  const spoken = await readSpoken(db, { language, languages });
  if ("problems" in parsed) problems.push(...parsed.problems);
  if ("problems" in spoken) problems.push(...spoken.problems);
  if (problems.length > 0 || "problems" in parsed || "problems" in spoken) throw invalidParameter(problems);
  return {
    ...parsed,
    ...spoken,
    order: "title",
    fields: spoken.language === null ? CATALOG_COLUMNS : [...CATALOG_COLUMNS, LANGUAGE_COLUMN],
    offset: 0,
    limit: null,
  };
}

/** Throws INVALID_PARAMETER for more products than a workbook can have pictures of. */
export async function refuseManyPictures(db: Reader, wanted: ProductExport): Promise<void> {
  if (!(await isLongerThan(db, wanted, PICTURES_MAX))) return;
  const params = { limit: PICTURES_MAX };
  throw invalidParameter([{ field: "include_images", type: "out_of_range", key: "exports.many_pictures", params }]);
}
