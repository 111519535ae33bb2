import type { MutationContext, Tx } from "../../db/ports.ts";
import { emitEvents } from "../events/emit-events.ts";
import { matchRows } from "../resource/match.ts";
import { Supplier, supplierCreated } from "./supplier.ts";

const CODE_MAX = 50;

/**
 * Finds suppliers by code, and creates those there are not, with the code as their name, when `create` says so. Returns
 * them by the `nameKey` of the code: see `matchRows`.
 */
export async function matchSuppliers(
  tx: Tx,
  codes: readonly string[],
  { create }: { create: boolean },
  context: MutationContext,
): Promise<Map<string, { id: string; code: string }>> {
  const made = create ? (code: string) => ({ code, name: code }) : undefined;
  const matching = { texts: codes, column: "code_key", maxLength: CODE_MAX, create: made } as const;
  const { byKey, fresh } = await matchRows(tx, Supplier, matching, context);
  await emitEvents(tx, fresh.map(supplierCreated), context);
  return new Map([...byKey].map(([key, { id, code }]) => [key, { id, code }]));
}
