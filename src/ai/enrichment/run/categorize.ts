import type { Reader } from "../../../../db/ports.ts";
import { conditionsOf } from "../../../kit/resource/list.ts";
import { Category } from "../../../reference/categories/category.ts";
import { pathKeyOf } from "../../../reference/categories/match-categories.ts";
import type { ReadAnswer } from "../answer/read-answer.ts";
import { wordKeys } from "../grounding/sentences.ts";

/** More than a model is sent. */
const LISTED_MAX = 400;
/** Of more, those that have the most words in common with the product are sent. */
const FOUND_MAX = 100;
/** Below, a category is shown and not stored. */
const CONFIDENCE_MIN = 0.6;

/**
 * The paths of the active categories that a model may choose from: all, or of more than 400 those whose words are nearest to
 * what is known of the product, the shorter ones first among equals. None: there are no categories.
 */
export async function listCategoryPaths(db: Reader, known: readonly string[]): Promise<string[]> {
  const conditions = conditionsOf({ is_active: true });
  const paths = (await Category.table.listAll(db, conditions, "name_key")).map(({ path }) => path);
  if (paths.length <= LISTED_MAX) return paths.toSorted();
  const words = wordKeys(known.join("\n"));
  return paths
    .map((path) => {
      const keys = [...wordKeys(path)];
      // What the last name says counts most.
      const own = [...wordKeys(path.split(">").at(-1) ?? "")];
      const common = (list: readonly string[]) => list.filter((key) => words.has(key)).length;
      return { path, score: common(keys) + 2 * common(own), length: path.length };
    })
    .toSorted((one, other) => other.score - one.score || one.length - other.length || (one.path < other.path ? -1 : 1))
    .slice(0, FOUND_MAX)
    .map(({ path }) => path)
    .toSorted();
}

/** What is said of a product where there are no categories: no model is asked. */
export const NO_CATEGORY: ReadAnswer = { value: { category_id: null, path: "", confidence: 0 }, fields: {} };

/** Finds the category that a model named: its id, and whether it is sure enough to be stored. */
export async function placeCategory(db: Reader, read: ReadAnswer): Promise<ReadAnswer> {
  // What `readCategory` makes.
  const said = read.value as { path: string; confidence: number };
  const [found] = await Category.table.findBy(db, "path_key", [pathKeyOf(said.path)]);
  const value = { category_id: found?.id ?? null, path: found?.path ?? said.path, confidence: said.confidence };
  return { value, fields: found && said.confidence >= CONFIDENCE_MIN ? { category_id: found.id } : {} };
}
