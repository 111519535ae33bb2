import { mutation } from "../db/ports.ts";

// Rows of pricing that no endpoint makes yet, stored as the family that will makes them.
const NOW = 1_700_000_000_000;

interface PriceListRow {
  id: string;
  name: string;
  channel: string;
  priority?: number;
  startAtMs?: number;
}

export const addPriceList = mutation("test.add-price-list", async (tx, list: PriceListRow): Promise<void> => {
  await tx.run(
    `insert into price_list (tenant_id, id, name, channel, priority, start_date_ms, created_at_ms, updated_at_ms)
      values (:tenant, :id, :name, :channel, :priority, :startAtMs, :now, :now)`,
    { priority: 0, startAtMs: null, ...list, now: NOW },
  );
});

interface ObservationRow {
  id: string;
  productId: string;
  /** Its code, which is its name as well. */
  competitor: string;
  priceCents: number;
  shippingCostCents?: number;
  observedAtMs: number;
  isValid?: number;
  isBlacklisted?: boolean;
}

export const addObservation = mutation("test.add-observation", async (tx, row: ObservationRow): Promise<void> => {
  const { competitor: code, isBlacklisted = false, isValid = 1, id: _, ...observation } = row;
  const competitorId = `00000000-0000-7000-8000-${Buffer.from(code).toString("hex").padStart(12, "0").slice(0, 12)}`;
  await tx.run(
    `insert into competitor (tenant_id, id, code, name, name_key, blacklisted_at_ms, created_at_ms, updated_at_ms)
      values (:tenant, :competitorId, :code, :code, :code, :blacklisted, :now, :now) on conflict do nothing`,
    { competitorId, code, blacklisted: isBlacklisted ? NOW : null, now: NOW },
  );
  if (isValid === 0) return;
  await tx.run(
    `insert into competitor_price (tenant_id, product_id, competitor_id, url, price_cents, shipping_cost_cents,
        observed_at_ms, base_cents, base_at_ms)
      values (:tenant, :productId, :competitorId, 'https://shop.example/1', :priceCents, :shippingCostCents, :observedAtMs,
        :priceCents, :observedAtMs)
      on conflict do update set price_cents = excluded.price_cents, observed_at_ms = excluded.observed_at_ms,
        shipping_cost_cents = excluded.shipping_cost_cents
        where excluded.observed_at_ms >= competitor_price.observed_at_ms`,
    { shippingCostCents: null, ...observation, competitorId },
  );
});

export const addPlatformMapping = mutation(
  "test.add-platform-mapping",
  async (tx, { id, productId }: { id: string; productId: string }): Promise<void> => {
    await tx.run(
      `insert into connector (tenant_id, id, name, platform_id, created_at_ms)
        values (:tenant, :id, 'My shop', 'shopify', :now)`,
      { id, now: NOW },
    );
    await tx.run(
      `insert into platform_mapping (tenant_id, connector_id, product_id, external_id, last_synced_at_ms)
        values (:tenant, :id, :productId, 'ext-1', :now)`,
      { id, productId, now: NOW },
    );
  },
);

export const addMember = mutation(
  "test.add-member",
  async (tx, member: { productId: string; entityId: string }): Promise<void> => {
    await tx.run(
      `insert into product_entity (tenant_id, product_id, entity_id, created_at_ms, updated_at_us)
        values (:tenant, :productId, :entityId, :now, :now)`,
      { ...member, now: NOW },
    );
  },
);
