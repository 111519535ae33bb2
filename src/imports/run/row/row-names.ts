import type { Reader } from "../../../../db/ports.ts";
import { findKnownBrands, findKnownCategories } from "../../../../db/products/known-ids.ts";
import type { Names } from "../../../products/changes/set/names.ts";
import { filledText, textsIn } from "../../../text/unknown-values.ts";
import type { ImportProblem } from "../../map/rules/row-problems.ts";

type Values = Record<string, unknown>;

/** The texts that rows have under a name, each once. */
export function textsOf(rows: readonly Values[], name: string): string[] {
  const texts = new Set<string>();
  for (const values of rows) {
    const text = filledText(values[name]);
    if (text !== null) texts.add(text);
  }
  return [...texts];
}

/** The rows whose id is that of nothing here: what they name beside it counts. */
const withoutKnown = (rows: readonly Values[], id: string, known: ReadonlySet<string>): readonly Values[] =>
  known.size === 0 ? rows : rows.filter((values) => !known.has(filledText(values[id]) ?? ""));

/** Finds what rows name, in at most six statements. Only names without a known id are made. */
export async function findRowNames(db: Reader, rows: readonly Values[], names: Names): Promise<void> {
  const { brands, brandIds, categories, categoryIds, tags } = names;
  const ids = { brands: textsOf(rows, "brand_id"), categories: textsOf(rows, "category_id") };
  for (const id of ids.brands.length > 0 ? await findKnownBrands(db, ids.brands) : []) brandIds.add(id);
  for (const id of ids.categories.length > 0 ? await findKnownCategories(db, ids.categories) : []) categoryIds.add(id);
  // At once: on a database server they take one round trip.
  await Promise.all([
    brands.findAll(db, textsOf(withoutKnown(rows, "brand_id", brandIds), "brand_name")),
    categories.findAll(db, textsOf(withoutKnown(rows, "category_id", categoryIds), "category")),
    tags.findAll(db, [...new Set(rows.flatMap((values) => textsIn(values["tags"])))]),
  ]);
}

/** The id of what a row names by a known id, else by name: `null` when it clears it, `undefined` when there is none. */
function idOf(
  [id, name]: [id: unknown, name: unknown],
  ids: ReadonlySet<string>,
  idOfName: (name: string) => string | undefined,
): string | null | undefined {
  const given = filledText(id);
  if (given !== null && ids.has(given)) return given;
  const named = filledText(name);
  if (named !== null) return idOfName(named);
  if (given !== null) return undefined;
  return id === null || name === null ? null : undefined;
}

/** The brand of a row: `null` when the row clears it, `undefined` when it says nothing that can be used. */
export const brandOf = (values: Values, { brands, brandIds }: Names) =>
  idOf([values["brand_id"], values["brand_name"]], brandIds, (name) => brands.get(name)?.id);

/** The category of a row, likewise. */
export const categoryOf = (values: Values, { categories, categoryIds }: Names) =>
  idOf([values["category_id"], values["category"]], categoryIds, (path) => categories.idOf(path));

/** A missing object that a row names and that the import may not make. */
export function nameWarnings(values: Values, names: Names): ImportProblem[] {
  const warnings: ImportProblem[] = [];
  const brand = filledText(values["brand_name"]) ?? filledText(values["brand_id"]);
  if (brand !== null && brandOf(values, names) === undefined) {
    warnings.push({ severity: "warning", errorType: "invalid_value", field: "brand", rawValue: brand });
  }
  const category = filledText(values["category"]) ?? filledText(values["category_id"]);
  if (category !== null && categoryOf(values, names) === undefined) {
    warnings.push({ severity: "warning", errorType: "unknown_category", field: "category", rawValue: category });
  }
  return warnings;
}
