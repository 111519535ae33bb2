import type { MutationContext, Tx } from "../../db/ports.ts";
import type { Columns } from "../../db/table.ts";
import { firstByKey } from "../text/first-by-key.ts";
import { nameKey } from "../text/name-key.ts";
import type { Fields, Given, Record_, RowOf } from "./record.ts";

interface Matching<F, H> {
  /** What the source wrote: names or codes. */
  texts: readonly string[];
  /** The column that holds their `nameKey`. */
  column: keyof H & string;
  /** A longer text is none. */
  maxLength: number;
  /** The fields of a new one; absent: none are made. */
  create?: ((text: string) => Given<F>) | undefined;
  /** Fills in what follows from them. */
  complete?: (row: RowOf<F, H>) => RowOf<F, H>;
}

/**
 * Finds rows by name or code whatever its case and accents, and creates those there are not. Returns all by the `nameKey` of
 * the text, and the new ones; a text that is empty, too long or not found is absent. Two statements for any number of texts.
 */
export async function matchRows<F extends Fields, H extends Columns>(
  tx: Tx,
  { table, blank, apply }: Record_<F, H>,
  { texts, column, maxLength, create, complete = (row) => row }: Matching<F, H>,
  { now, newId }: MutationContext,
): Promise<{ byKey: Map<string, RowOf<F, H>>; fresh: RowOf<F, H>[] }> {
  const wanted = firstByKey(new Set(texts), nameKey);
  const byKey = new Map<string, RowOf<F, H>>();
  for (const row of await table.findBy(tx, column, [...wanted.keys()])) byKey.set(String(row[column]), row);
  if (!create) return { byKey, fresh: [] };
  const fresh = [...wanted]
    .filter(([key, text]) => key !== "" && text.trim().length <= maxLength && !byKey.has(key))
    .map(([, text]) => complete(apply(blank(newId(), now()), create(text.trim()))));
  if (fresh.length > 0) await table.insert(tx, fresh);
  for (const row of fresh) byKey.set(String(row[column]), row);
  return { byKey, fresh };
}
