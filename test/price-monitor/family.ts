import { body } from "../examples/step.ts";
import { send } from "../harness.ts";
import { testFamily } from "../sweeps/test-families.ts";

export const priceMonitor = testFamily({
  behind: ["products"],
  /** A competitor with observations of a monitored product, a doubtful one, an alert that fired, and a minimum price that is undercut. */
  seed: {
    make: async ({ tenant, canary, ids: { product_id: product = "" } }) => {
      const key = `sync-key-${tenant.id}`;
      await tenant.admin.put("/settings/scraper-sync-key", { enabled: true, key });
      const { body: competitor } = await tenant.post("/prices/competitors", {
        code: `shop-${tenant.id}`,
        name: `Shop ${canary}`,
      });
      await tenant.patch(`/prices/map/${product}`, { map_price: 100 });
      await tenant.post("/prices/monitored/bulk", { product_ids: [product] });
      const { ean } = (await tenant.get(`/products/${product}`)).body;
      const { body: alert } = await tenant.post("/prices/alerts", {
        product_id: product,
        alert_type: "above",
        threshold: 1,
        channels: ["in_app", "webhook"],
        cooldown_minutes: 0,
      });
      const seen = {
        internal_sku: ean,
        competitor_name: `Shop ${canary}`,
        competitor_url: `https://shop.example/${canary}`,
      };
      const observations = [
        { ...seen, price_ttc: 40 },
        { ...seen, price_ttc: 400 },
      ];
      await send("POST", "/prices/observations", { observations }, { "x-sync-key": key });
      const { items } = (await tenant.get("/prices/validation")).body;
      const [trigger] = (await tenant.get("/prices/alerts/triggered")).body;
      return { competitor_id: competitor.id, alert_id: alert.id, trigger_id: trigger.id, item_id: items[0].id };
    },
  },
  examples: [
    ["summarizePricePositions", { query: { by: "brand" } }],
    ["decideValidations", body({ item_ids: ["{listValidations.items.0.id}"], action: "skip" })],
  ],
});
