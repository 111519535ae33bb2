import type { MutationContext, Tx } from "../../db/ports.ts";
import { findSuppliersByKeys, insertSuppliers, type SupplierCode } from "../../db/suppliers/suppliers.ts";
import { emitEvents } from "../events/emit-events.ts";
import { firstByKey } from "../text/first-by-key.ts";
import { nameKey } from "../text/name-key.ts";

const CODE_MAX = 50;

/** The event of a supplier that is new. */
export const supplierCreated = ({ id, code, name }: Pick<SupplierCode, "id" | "code" | "name">) => ({
  type: "supplier.created" as const,
  data: { id, code, name },
});

/**
 * Finds suppliers by code whatever its case and accents, and creates those there are not, with the code as their name,
 * when `create` says so. Returns them by the `nameKey` of the code; a code that is empty, too long or not found is
 * absent. Two statements for any number of codes.
 */
export async function matchSuppliers(
  tx: Tx,
  codes: readonly string[],
  { create }: { create: boolean },
  context: MutationContext,
): Promise<Map<string, { id: string; code: string }>> {
  const byKey = firstByKey(new Set(codes), nameKey);
  const known = await findSuppliersByKeys(tx, [...byKey.keys()]);
  const found = new Map(known.map(({ codeKey, id, code }) => [codeKey, { id, code }]));
  if (!create) return found;
  const fresh = [...byKey]
    .filter(([key, code]) => key !== "" && code.trim().length <= CODE_MAX && !found.has(key))
    .map(([codeKey, code]) => ({
      id: context.newId(),
      code: code.trim(),
      codeKey,
      name: code.trim(),
    }));
  await insertSuppliers(tx, fresh, context.now());
  await emitEvents(tx, fresh.map(supplierCreated), context);
  for (const { codeKey, id, code } of fresh) found.set(codeKey, { id, code });
  return found;
}
