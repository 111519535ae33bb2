import type { Tx } from "../../db/ports.ts";
import { deleteOptions, type Option, putOptions } from "../../db/variants/options.ts";

/** Whether nothing of an option has changed. */
export function isSameOption(one: Option, other: Option | undefined): boolean {
  if (other?.name !== one.name || other.position !== one.position) return false;
  return JSON.stringify(other.values) === JSON.stringify(one.values);
}

/** Stores the options that differ from those before, and deletes those that are gone. */
export async function storeOptions(tx: Tx, before: readonly Option[], after: readonly Option[]): Promise<void> {
  const kept = new Set(after.map(({ id }) => id));
  const known = new Map(before.map((option) => [option.id, option]));
  const gone = before.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  if (gone.length > 0) await deleteOptions(tx, gone);
  await putOptions(
    tx,
    after.filter((option) => !isSameOption(option, known.get(option.id))),
  );
}
