import { type BrandName, findBrandsByKeys, insertBrands } from "../../db/brands/brands.ts";
import type { MutationContext, Tx } from "../../db/ports.ts";
import { firstByKey } from "../text/first-by-key.ts";
import { nameKey } from "../text/name-key.ts";
import { slugOf } from "../text/slug.ts";

const NAME_MAX = 255;

/**
 * Finds brands by name whatever its case and accents, and creates those there are not when `create` says so. Returns
 * their ids by `nameKey`; a name that is empty, too long or not found is absent. Two statements for any number of names.
 */
export async function matchBrands(
  tx: Tx,
  names: readonly string[],
  { create }: { create: boolean },
  { now, newId }: MutationContext,
): Promise<Map<string, string>> {
  const byKey = firstByKey(new Set(names), nameKey);
  const known = await findBrandsByKeys(tx, [...byKey.keys()]);
  const ids = new Map(known.map((brand) => [brand.nameKey, brand.id]));
  if (!create) return ids;
  const fresh: BrandName[] = [...byKey]
    .filter(([key, name]) => key !== "" && name.trim().length <= NAME_MAX && !ids.has(key))
    .map(([key, name]) => ({ id: newId(), name: name.trim(), nameKey: key, slug: slugOf(name) }));
  await insertBrands(tx, fresh, now());
  for (const brand of fresh) ids.set(brand.nameKey, brand.id);
  return ids;
}
