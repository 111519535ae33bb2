import { findTakenSlugs, type SlugAtPlace } from "../../../db/categories/categories.ts";
import type { MutationContext, Reader, Tx } from "../../../db/ports.ts";
import { nameKey, slugOf } from "../../text/name-key.ts";
import { Category, type CategoryRow, DEPTH_MAX, keyOf } from "./category.ts";
import { freeSlug, placeUnder } from "./place-category.ts";

const NAME_MAX = 255;

/** Names from the root down. It is split at ">", or at "/" when it has no ">". */
function namesOf(path: string): string[] {
  const names = path.split(path.includes(">") ? ">" : "/");
  return names.map((name) => name.trim()).filter((name) => nameKey(name) !== "");
}

/** The form in which paths are compared: the keys of the names, joined with " > ". */
export const pathKeyOf = (path: string): string => keyOf(namesOf(path));

/** The names of a category and of each one it lies under, the root first. */
const lineage = (names: string[]): string[][] => names.map((_, index) => names.slice(0, index + 1));

const isAcceptable = (names: readonly string[]): boolean =>
  names.length <= DEPTH_MAX && names.every((name) => name.length <= NAME_MAX);

/**
 * Categories that items name by their paths, regardless of case and accents. What is missing is made with all above it, and
 * stored at the end.
 */
export class CategoryPaths {
  readonly #context: MutationContext;
  readonly #creates: boolean;
  readonly #known = new Map<string, CategoryRow>();
  /** By path as it is written. */
  readonly #ids = new Map<string, string>();
  #fresh: CategoryRow[] = [];

  constructor(context: MutationContext, { creates }: { creates: boolean }) {
    this.#context = context;
    this.#creates = creates;
  }

  /** The id of the category with this path, if it was requested before and there is one. */
  idOf(path: string): string | undefined {
    return this.#ids.get(path);
  }

  /** Finds those with these paths and makes what there is not; none for a path that is empty, too deep or too long. One statement. */
  async findAll(db: Reader, paths: readonly string[]): Promise<void> {
    const wanted = [...new Set(paths)].filter((path) => !this.#ids.has(path));
    const names = new Map(wanted.map((path) => [path, namesOf(path)] as const));
    const usable = [...names.values()].filter(isAcceptable).flatMap(lineage);
    const keys = new Set(usable.map(keyOf));
    const unknown = [...keys].filter((key) => !this.#known.has(key));
    if (unknown.length > 0) {
      for (const row of await Category.table.findBy(db, "path_key", unknown)) this.#known.set(row.path_key, row);
    }
    // Parents come before their children, for both came out of a lineage.
    if (this.#creates) for (const each of usable) this.#make(each);
    for (const [path, each] of names) {
      const id = isAcceptable(each) ? this.#known.get(keyOf(each))?.id : undefined;
      if (id !== undefined) this.#ids.set(path, id);
    }
  }

  #make(names: string[]): void {
    const key = keyOf(names);
    if (this.#known.has(key)) return;
    const { newId, now } = this.#context;
    const name = names.at(-1) ?? "";
    const category = placeUnder(
      Category.apply(Category.blank(newId(), now()), { name, slug: slugOf(name) }),
      // Its path begins as the parent's is written.
      this.#known.get(keyOf(names.slice(0, -1))),
    );
    this.#known.set(key, category);
    this.#fresh.push(category);
  }

  /** Stores what was made: two statements at most. */
  async store(tx: Tx): Promise<void> {
    const rows = this.#fresh;
    this.#fresh = [];
    if (rows.length > 0) await Category.table.insert(tx, await withFreeSlugs(tx, rows));
  }
}

/** Two names may have one slug; the second then gets another. */
async function withFreeSlugs(tx: Tx, fresh: readonly CategoryRow[]): Promise<CategoryRow[]> {
  const keyOf = ({ parent_id: parentId, slug }: Omit<SlugAtPlace, "id">) => `${parentId} ${slug}`;
  const taken = new Set((await findTakenSlugs(tx, fresh)).map(keyOf));
  return fresh.map((category) => {
    const isTaken = taken.has(keyOf(category));
    taken.add(keyOf(category));
    return isTaken ? { ...category, slug: freeSlug(category.slug, category.id) } : category;
  });
}
