import { answers, family, runs } from "../runtime/family.ts";
import { simulateCall } from "./calls.ts";

export const repricing = family({
  tags: [{ name: "Repricing", description: "Rules that set prices, tried out before they are run." }],
  routes: async () => [
    (await import("./routes.ts")).repricingRoutes,
    (await import("./rule-routes.ts")).ruleRoutes,
    (await import("./run-routes.ts")).runRoutes,
    (await import("./simulation-routes.ts")).simulationRoutes,
  ],
  mutations: () =>
    Promise.all([
      import("./apply-proposals.ts"),
      import("./store-simulation.ts"),
      import("./revert.ts"),
      import("./rule.ts"),
      import("./repricing-run.ts"),
      import("./repricing-schedule.ts"),
    ]),
  calls: [answers(simulateCall, async () => (await import("../../workers/repricing/simulate.ts")).simulate)],
  jobs: {
    "repricing.run": runs(async () => (await import("../../workers/repricing/run.ts")).run, {
      failed: async () => (await import("./repricing-run.ts")).failRepricing,
    }),
    "repricing.revert": runs(async () => (await import("../../workers/repricing/revert.ts")).revert, {
      failed: async () => (await import("./revert.ts")).failRunRevert,
    }),
    "repricing.scheduled": runs(async () => (await import("../../workers/repricing/scheduled.ts")).scheduled),
  },
});
