import { type Static, Type } from "@sinclair/typebox";
import { isLongerThan } from "../../../db/exports/exported-products.ts";
import type { Reader } from "../../../db/ports.ts";
import { type FieldProblem, invalidParameter } from "../../http/output/errors.ts";
import { parseFilters } from "../../products/lists/filter-schema.ts";
import { LANGUAGE_COLUMN } from "../../text/language-column.ts";
import { Languages } from "../schema.ts";
import { CATALOG_COLUMNS } from "../tables/exported-fields.ts";
import type { ProductExport } from "../tables/product-table.ts";
import { readSpoken } from "../tables/spoken.ts";

/** How many products a workbook with pictures can have. */
const PICTURES_MAX = 5_000;

const IDS_MAX = 1_000;

/** Which products, and in which languages. */
export const CatalogQuery = Type.Object({
  category: Type.Optional(
    Type.String({ maxLength: 500, description: "Id, name or slug of a category; includes subcategories." }),
  ),
  brand: Type.Optional(Type.String({ maxLength: 500, description: "Id, name or slug of a brand." })),
  active_only: Type.Optional(Type.Boolean({ description: "Only active products. Default false." })),
  ids: Type.Optional(
    Type.Array(Type.String({ format: "uuid" }), { maxItems: IDS_MAX, description: "Any of these products." }),
  ),
  language: Type.Optional(
    Type.String({
      description: "Language of the texts; falls back to the pivot language. A column `content_language` says which.",
      examples: ["en"],
    }),
  ),
  languages: Languages,
});

/** Reads what is to be exported. Throws INVALID_PARAMETER with all that is wrong. */
export async function readCatalogRequest(db: Reader, request: Static<typeof CatalogQuery>): Promise<ProductExport> {
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
