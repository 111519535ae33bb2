import type { Reader } from "../../../../db/ports.ts";
import { findKnownBrands, findKnownCategories } from "../../../../db/products/known-ids.ts";
import { pathKeyOf } from "../../../categories/match-categories.ts";
import { nameKey } from "../../../text/name-key.ts";
import type { ImportProblem } from "../../map/problems.ts";

type Values = Record<string, unknown>;

/** Finds, or makes, what brand names, category paths and names of tags stand for; by the key of each. */
export type ResolveNames = (
  brands: string[],
  categories: string[],
  tags: string[],
) => Promise<Record<"brands" | "categories" | "tags", ReadonlyMap<string, string>>>;

/** The brands, categories and tags that rows name: ids by the name as the rows write it, and the ids that there are. */
export interface RowNames {
  brands: ReadonlyMap<string, string>;
  brandIds: ReadonlySet<string>;
  categories: ReadonlyMap<string, string>;
  categoryIds: ReadonlySet<string>;
  tags: ReadonlyMap<string, string>;
}

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** The texts that rows have under a name, each once. */
export function textsOf(rows: readonly Values[], name: string): string[] {
  const texts = new Set<string>();
  for (const values of rows) {
    const text = textOf(values[name]);
    if (text !== null) texts.add(text);
  }
  return [...texts];
}

/** The texts of a list; nothing else is one. */
export const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

/** Ids by name instead of by the key of the name, which takes long to make and is needed several times for each row. */
function byName(names: string[], ids: ReadonlyMap<string, string>, keyOf: (name: string) => string) {
  const found = new Map<string, string>();
  for (const name of names) {
    const id = ids.get(keyOf(name));
    if (id !== undefined) found.set(name, id);
  }
  return found;
}

/** The rows whose id is that of nothing here: what they name beside it counts. */
const withoutKnown = (rows: readonly Values[], id: string, known: ReadonlySet<string>): readonly Values[] =>
  known.size === 0 ? rows : rows.filter((values) => !known.has(textOf(values[id]) ?? ""));

/** Finds what rows name, in at most eight statements. Only what no known id stands for is made. */
export async function findRowNames(db: Reader, rows: readonly Values[], resolve: ResolveNames): Promise<RowNames> {
  const ids = { brands: textsOf(rows, "brand_id"), categories: textsOf(rows, "category_id") };
  const brandIds = ids.brands.length > 0 ? await findKnownBrands(db, ids.brands) : new Set<string>();
  const categoryIds = ids.categories.length > 0 ? await findKnownCategories(db, ids.categories) : new Set<string>();
  const brandNames = textsOf(withoutKnown(rows, "brand_id", brandIds), "brand_name");
  const paths = textsOf(withoutKnown(rows, "category_id", categoryIds), "category");
  const tagged = rows.filter((values) => values["tags"] !== undefined);
  const tagNames = [...new Set(tagged.flatMap((values) => listOf(values["tags"])))];
  const { brands, categories, tags } = await resolve(brandNames, paths, tagNames);
  return {
    brands: byName(brandNames, brands, nameKey),
    brandIds,
    categories: byName(paths, categories, pathKeyOf),
    categoryIds,
    tags: byName(tagNames, tags, nameKey),
  };
}

/** The id of what a row names by an id that there is, else by name: `null` when it clears it, `undefined` when there is none. */
function idOf(
  values: Values,
  { id, name }: { id: string; name: string },
  { ids, names }: { ids: ReadonlySet<string>; names: ReadonlyMap<string, string> },
): string | null | undefined {
  const given = textOf(values[id]);
  if (given !== null && ids.has(given)) return given;
  const named = textOf(values[name]);
  if (named !== null) return names.get(named);
  if (given !== null) return undefined;
  return values[id] === null || values[name] === null ? null : undefined;
}

const BRAND = { id: "brand_id", name: "brand_name" };
const CATEGORY = { id: "category_id", name: "category" };

/** The brand of a row: `null` when the row clears it, `undefined` when it says nothing that can be used. */
export const brandOf = (values: Values, { brandIds: ids, brands: names }: RowNames) =>
  idOf(values, BRAND, { ids, names });

/** The category of a row, likewise. */
export const categoryOf = (values: Values, { categoryIds: ids, categories: names }: RowNames) =>
  idOf(values, CATEGORY, { ids, names });

/** What a row names that there is not and that the import may not make. */
export function nameWarnings(values: Values, names: RowNames): ImportProblem[] {
  const warnings: ImportProblem[] = [];
  const brand = textOf(values["brand_name"]) ?? textOf(values["brand_id"]);
  if (brand !== null && brandOf(values, names) === undefined) {
    warnings.push({ severity: "warning", errorType: "invalid_value", field: "brand", rawValue: brand });
  }
  const category = textOf(values["category"]) ?? textOf(values["category_id"]);
  if (category !== null && categoryOf(values, names) === undefined) {
    warnings.push({ severity: "warning", errorType: "unknown_category", field: "category", rawValue: category });
  }
  return warnings;
}
