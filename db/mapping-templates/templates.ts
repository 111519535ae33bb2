import type { Tx } from "../ports.ts";

/** Makes one the only default of its supplier. */
export async function markDefault(
  tx: Tx,
  { id, supplierId, nowMs }: { id: string; supplierId: string; nowMs: number },
) {
  await tx.send(
    `update mapping_template set is_default = 0, updated_at_ms = :nowMs, version = version + 1
      where tenant_id = :tenant and supplier_id = :supplierId and is_default = 1 and id <> :id`,
    { id, supplierId, nowMs },
  );
  await tx.send(
    `update mapping_template set is_default = 1, updated_at_ms = :nowMs, version = version + 1
      where tenant_id = :tenant and id = :id and is_default = 0`,
    { id, nowMs },
  );
}

/** Counts an import that was given it. It is no change of the template: its version stays. */
export const countUse = (tx: Tx, id: string) =>
  tx.send("update mapping_template set usage_count = usage_count + 1 where tenant_id = :tenant and id = :id", { id });
