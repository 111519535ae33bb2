import type { MutationContext, Tx } from "../db/ports.ts";
import { openNames, storeNames } from "../src/products/changes/set/names.ts";
import { nameKey } from "../src/text/name-key.ts";

/** Finds brands by name, and makes the missing ones. */
export async function makeBrands(tx: Tx, texts: readonly string[], context: MutationContext) {
  const names = openNames(context, { areUnchecked: true });
  const found = await names.brands.findAll(tx, texts);
  await storeNames(tx, names, context);
  return new Map(found.map(({ id, name_key }) => [name_key, id]));
}

/** Finds categories by path, and makes the missing ones. Their ids by path as it is written. */
export async function makeCategories(tx: Tx, paths: readonly string[], context: MutationContext) {
  const names = openNames(context);
  await names.categories.findAll(tx, paths);
  await storeNames(tx, names, context);
  return new Map(paths.flatMap((path) => [[path, names.categories.idOf(path)] as const]));
}

/** Finds suppliers by code, and makes the missing ones. */
export async function makeSuppliers(tx: Tx, codes: readonly string[], context: MutationContext) {
  const names = openNames(context, { areUnchecked: true });
  const found = await names.suppliers.findAll(tx, codes);
  await storeNames(tx, names, context);
  return new Map(found.map(({ id, code }) => [nameKey(code), { id, code }]));
}
