import type { MutationContext, Reader, Tx } from "../../../../db/ports.ts";
import { matchBrands } from "../../../brands/match-brands.ts";
import { matchCategories } from "../../../categories/match-categories.ts";
import { matchSuppliers } from "../../../suppliers/match-suppliers.ts";
import { matchTags } from "../../../tags/match-tags.ts";
import { nameKey } from "../../../text/name-key.ts";
import type { PlanContext } from "../chunk/plan-chunk.ts";
import type { RowSupplier, RunSettings } from "../row/chunk-row.ts";

/** A transaction that keeps nothing of what is written, to find out what a change would do. */
export const forgetful = (db: Reader): Tx => ({
  ...db,
  run: async () => 0,
  runMany: async () => undefined,
  send: async () => undefined,
  as: () => forgetful(db),
  wakeJobs: () => undefined,
});

function keep<T>(known: Map<string, T>, found: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  for (const [key, value] of found) if (!known.has(key)) known.set(key, value);
  return known;
}

/** Finds what rows name; what would be made gets an id that is kept until the end of the dry run. */
export function rehearsedNames(
  db: Reader,
  { supplier, options }: RunSettings,
  context: MutationContext,
): Pick<PlanContext, "resolveNames" | "resolveSuppliers"> {
  const tx = forgetful(db);
  const brands = new Map<string, string>();
  const categories = new Map<string, string>();
  const tags = new Map<string, string>();
  const suppliers = new Map<string, RowSupplier>(supplier ? [[nameKey(supplier.code), supplier]] : []);
  return {
    resolveNames: async (names, paths, tagNames) => ({
      brands: keep(brands, await matchBrands(tx, names, { create: options.createBrands }, context)),
      categories: keep(categories, await matchCategories(tx, paths, { create: options.createCategories }, context)),
      tags: keep(tags, tagNames.length > 0 ? await matchTags(tx, tagNames, context) : new Map()),
    }),
    resolveSuppliers: async (codes) => keep(suppliers, await matchSuppliers(tx, codes, { create: true }, context)),
  };
}
