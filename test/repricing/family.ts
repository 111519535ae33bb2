import { testFamily } from "../sweeps/test-families.ts";

export const repricing = testFamily({
  behind: ["pricing"],
  /** A rule, a simulation of it, and what a price was changed by. */
  seed: {
    make: async ({ tenant, canary, ids: { product_id: product } }) => {
      const action = { type: "set_price", value: 120 };
      const { body: rule } = await tenant.post("/prices/repricing/rules", { name: `Rule ${canary}`, action });
      const body = { rule_ids: [rule.id], product_ids: [product] };
      const { body: simulation } = await tenant.post("/prices/repricing/simulate", body);
      const { body: run } = await tenant.post("/prices/repricing/run", { simulation_id: simulation.simulation_id });
      const { body: applied } = await tenant.post(`/products/${product}/repricing/apply`, { target_price: 130 });
      return {
        "repricing/rule_id": rule.id,
        "repricing/rule_ids": rule.id,
        simulation_id: simulation.simulation_id,
        run_id: run.id,
        "repricing/change_id": applied.history_id,
      };
    },
  },
});
