import { answers, family } from "../runtime/family.ts";
import { simulateCall } from "./calls.ts";

export const repricing = family({
  routes: async () => [
    (await import("./routes.ts")).repricingRoutes,
    (await import("./rule-routes.ts")).ruleRoutes,
    (await import("./run-routes.ts")).runRoutes,
    (await import("./simulation-routes.ts")).simulationRoutes,
  ],
  mutations: () =>
    Promise.all([
      import("./apply.ts"),
      import("./keep-simulation.ts"),
      import("./revert.ts"),
      import("./rule.ts"),
      import("./run.ts"),
      import("./schedule.ts"),
    ]),
  calls: [answers(simulateCall, async () => (await import("../../workers/repricing/simulate.ts")).simulate)],
});
