import type { Reader } from "../../../db/ports.ts";
import { conditionsOf } from "../../kit/resource/list.ts";
import { Category } from "../../reference/categories/category.ts";
import { pathKeyOf } from "../../reference/categories/match-categories.ts";
import type { ReadAnswer } from "./read-answer.ts";

/** More than a model is sent: it then guesses, and only what there is counts. */
const LISTED_MAX = 400;
/** Below, a category is shown and not stored. */
const CONFIDENCE_MIN = 0.6;

/** The paths of the active categories, if they are few enough to be sent. */
export async function listCategoryPaths(db: Reader): Promise<string[]> {
  const conditions = conditionsOf({ is_active: true });
  if ((await Category.table.count(db, conditions)) > LISTED_MAX) return [];
  return (await Category.table.listAll(db, conditions, "name_key")).map(({ path }) => path).toSorted();
}

/** Finds the category that a model named: its id, and whether it is sure enough to be stored. */
export async function placeCategory(db: Reader, read: ReadAnswer): Promise<ReadAnswer> {
  // What `readCategory` makes.
  const said = read.value as { path: string; confidence: number };
  const [found] = await Category.table.findBy(db, "path_key", [pathKeyOf(said.path)]);
  const value = { category_id: found?.id ?? null, path: found?.path ?? said.path, confidence: said.confidence };
  return { value, fields: found && said.confidence >= CONFIDENCE_MIN ? { category_id: found.id } : {} };
}
