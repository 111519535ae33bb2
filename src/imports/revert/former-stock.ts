import type { LaterMovement } from "../../../db/history/imported-changes.ts";
import { GENERIC } from "../../products/changes/set/product-change.ts";

interface FormerStock {
  /** What stock records held before, by the supplier's id or `GENERIC`. */
  stock: Map<string, number>;
  /** The records that have moved since. */
  touched: Set<string>;
}

/** What the stock of a product was that an import moved, as far as nothing else has moved it since. */
export function formerStock(movements: readonly LaterMovement[]): FormerStock {
  const records = new Map<string, { former: number; isTouched: boolean }>();
  for (const { supplierId, variantId, isOwn, before } of movements) {
    if (variantId !== null) continue;
    const key = supplierId ?? GENERIC;
    const known = records.get(key);
    if (!isOwn) {
      if (known) known.isTouched = true;
    } else if (!known || known.isTouched) records.set(key, { former: before, isTouched: false });
  }
  const untouched = [...records].filter(([, { isTouched }]) => !isTouched);
  return {
    stock: new Map(untouched.map(([key, { former }]) => [key, former])),
    touched: new Set([...records].flatMap(([key, { isTouched }]) => (isTouched ? [key] : []))),
  };
}
