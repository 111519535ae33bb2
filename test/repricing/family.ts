import { body, of } from "../examples/step.ts";
import { testFamily } from "../sweeps/test-families.ts";

export const repricing = testFamily({
  behind: ["pricing"],
  /** A rule, a simulation of it, and what a price was changed by. */
  seed: {
    make: async ({ tenant, canary, ids: { product_id: product } }) => {
      const action = { type: "set_price", value: 120 };
      const { body: rule } = await tenant.post("/prices/repricing/rules", { name: `Rule ${canary}`, action });
      const scope = { rule_ids: [rule.id], product_ids: [product] };
      const { body: simulation } = await tenant.post("/prices/repricing/simulate", scope);
      const { body: replay } = await tenant.post("/prices/repricing/replays", scope);
      const { body: run } = await tenant.post("/prices/repricing/run", { simulation_id: simulation.simulation_id });
      await tenant.post(`/prices/repricing/runs/${run.id}/revert`, { background: true });
      const [revert] = (await tenant.get("/prices/repricing/reverts")).body.items;
      const { body: applied } = await tenant.post(`/products/${product}/repricing/apply`, { target_price: 130 });
      return {
        "repricing/rule_id": rule.id,
        "repricing/rule_ids": rule.id,
        simulation_id: simulation.simulation_id,
        run_id: run.id,
        "replays/job_id": replay.id,
        "reverts/job_id": revert.id,
        "repricing/change_id": applied.history_id,
      };
    },
  },
  silent: {
    because: "replays of rules, runs that wait, and reverts that are stopped or go on: nothing is changed at once",
    operations: [
      ...["replayRepricing", "cancelRepricingReplay", "putRepricingSettings", "approveRepricingRun"],
      ...["rejectRepricingRun", "cancelRepricingRevert", "retryRepricingRevert"],
    ],
  },
  examples: [
    ["replayRepricing", body({ product_ids: ["{createProduct.id}"] })],
    ["putRepricingSettings", body({ approval_required: false })],
  ],
  apart: [
    ["cancelRepricingReplay", of({ job_id: "{replayRepricing.id}" })],
    ["approveRepricingRun", of({ run_id: "{runRepricing.id}" })],
    ["rejectRepricingRun", of({ run_id: "{runRepricing.id}" })],
    ["cancelRepricingRevert", of({ job_id: "{listRepricingReverts.items.0.id}" })],
    ["retryRepricingRevert", of({ job_id: "{listRepricingReverts.items.0.id}" })],
  ],
  anew: { cancelRepricingReplay: ["replayRepricing"] },
  needs: { getRepricingRevert: ["revertRepricingRun"], followRepricingRevert: ["revertRepricingRun"] },
  sources: { "replays/job_id": "{replayRepricing.id}", "reverts/job_id": "{listRepricingReverts.items.0.id}" },
});
