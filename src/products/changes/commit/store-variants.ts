import type { Tx } from "../../../../db/ports.ts";
import type { Option } from "../../../../db/variants/options.ts";
import { deleteVariants, insertVariants, updateVariants, type Variant } from "../../../../db/variants/variants.ts";
import { storeOptions } from "../../variants/option-rules.ts";

/** What a change does to the variants of a product. */
export interface VariantsChange {
  made: readonly Variant[];
  /** As they are to be. */
  changed: readonly Variant[];
  /** Their ids. */
  removed: readonly string[];
  /** The product's options, where they change. */
  options?: { before: readonly Option[]; after: readonly Option[] } | undefined;
}

/** Stores the variants of products. Codes must be free; those that are removed give up theirs first. */
export async function storeVariants(tx: Tx, changes: readonly VariantsChange[], nowMs: number): Promise<void> {
  if (changes.length === 0) return;
  const [removed, changed, made] = [
    changes.flatMap((change) => change.removed),
    changes.flatMap((change) => change.changed),
    changes.flatMap((change) => change.made),
  ];
  if (removed.length > 0) await deleteVariants(tx, removed);
  if (changed.length > 0) await updateVariants(tx, changed, nowMs);
  if (made.length > 0) await insertVariants(tx, made, nowMs);
  const options = changes.flatMap((change) => change.options ?? []);
  if (options.length === 0) return;
  await storeOptions(
    tx,
    options.flatMap(({ before }) => before),
    options.flatMap(({ after }) => after),
  );
}
