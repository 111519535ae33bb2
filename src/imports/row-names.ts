import { findKnownBrands, findKnownCategories } from "../../db/imports/known-ids.ts";
import type { Reader } from "../../db/ports.ts";
import { pathKeyOf } from "../categories/match-categories.ts";
import { nameKey } from "../text/name-key.ts";
import type { ImportProblem } from "./rows/problems.ts";

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

/** Finds what rows name, in at most eight statements. */
export async function findRowNames(db: Reader, rows: readonly Values[], resolve: ResolveNames): Promise<RowNames> {
  const brandNames = textsOf(rows, "brand_name");
  const paths = textsOf(rows, "category");
  const brandIds = textsOf(rows, "brand_id");
  const categoryIds = textsOf(rows, "category_id");
  const tagged = rows.filter((values) => values["tags"] !== undefined);
  const tagNames = [...new Set(tagged.flatMap((values) => listOf(values["tags"])))];
  const { brands, categories, tags } = await resolve(brandNames, paths, tagNames);
  return {
    brands: byName(brandNames, brands, nameKey),
    brandIds: brandIds.length > 0 ? await findKnownBrands(db, brandIds) : new Set(),
    categories: byName(paths, categories, pathKeyOf),
    categoryIds: categoryIds.length > 0 ? await findKnownCategories(db, categoryIds) : new Set(),
    tags: byName(tagNames, tags, nameKey),
  };
}

/** The id of what a row names by id, else by name: `null` when it clears it, `undefined` when there is none. */
function idOf(
  values: Values,
  { id, name }: { id: string; name: string },
  { ids, names }: { ids: ReadonlySet<string>; names: ReadonlyMap<string, string> },
): string | null | undefined {
  const given = textOf(values[id]);
  if (given !== null) return ids.has(given) ? given : undefined;
  const named = textOf(values[name]);
  if (named !== null) return names.get(named);
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
  const brand = textOf(values["brand_id"]) ?? textOf(values["brand_name"]);
  if (brand !== null && brandOf(values, names) === undefined) {
    warnings.push({ severity: "warning", errorType: "invalid_value", field: "brand", rawValue: brand });
  }
  const category = textOf(values["category_id"]) ?? textOf(values["category"]);
  if (category !== null && categoryOf(values, names) === undefined) {
    warnings.push({ severity: "warning", errorType: "unknown_category", field: "category", rawValue: category });
  }
  return warnings;
}
