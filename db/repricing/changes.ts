import type { Tx } from "../ports.ts";

/** A price that repricing has changed. */
export interface RepricingChange {
  id: string;
  /** `null`: one product, by hand. */
  runId: string | null;
  ruleId: string | null;
  ruleName: string | null;
  productId: string;
  /** `null`: the product's own price. */
  priceListId: string | null;
  beforeCents: number | null;
  afterCents: number;
  reason: string;
  actorKind: string;
  actorId: string | null;
  createdAtMs: number;
}

export const insertRepricingChanges = (tx: Tx, changes: readonly RepricingChange[]): Promise<void> =>
  tx.runMany(
    `insert into repricing_change (tenant_id, id, run_id, rule_id, rule_name, product_id, price_list_id, before_cents,
        after_cents, reason, actor_kind, actor_id, created_at_ms)
      values (:tenant, :id, :runId, :ruleId, :ruleName, :productId, :priceListId, :beforeCents, :afterCents, :reason,
        :actorKind, :actorId, :createdAtMs)`,
    changes.map((change) => ({ ...change })),
  );
