import type { Tx } from "../../../db/ports.ts";
import { deleteOptions, type Option, putOptions } from "../../../db/variants/options.ts";

/** Whether nothing of an option has changed. */
export function isSameOption(one: Option, other: Option | undefined): boolean {
  if (other?.name !== one.name || other.position !== one.position) return false;
  return JSON.stringify(other.values) === JSON.stringify(one.values);
}

/** Stores the options that differ from those before, and deletes the missing ones. */
export async function storeOptions(tx: Tx, before: readonly Option[], after: readonly Option[]): Promise<void> {
  const remaining = new Set(after.map(({ id }) => id));
  const known = new Map(before.map((option) => [option.id, option]));
  const removed = before.filter(({ id }) => !remaining.has(id)).map(({ id }) => id);
  if (removed.length > 0) await deleteOptions(tx, removed);
  await putOptions(
    tx,
    after.filter((option) => !isSameOption(option, known.get(option.id))),
  );
}
