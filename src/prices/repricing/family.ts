import { answers, commits, family, runs } from "../../runtime/family.ts";
import { simulateCall } from "./calls.ts";

export const repricing = family({
  tags: [
    { name: "Repricing", description: "Rules that set prices, tried out before they are run." },
    {
      name: "Repricing Approvals",
      description: "Runs of rules, the second person that they wait for, and how they are taken back.",
    },
  ],
  routes: async () => [
    (await import("./routes.ts")).repricingRoutes,
    (await import("./rules/routes.ts")).ruleRoutes,
    (await import("./runs/routes.ts")).runRoutes,
    (await import("./simulations/routes.ts")).simulationRoutes,
    (await import("./replays/routes.ts")).replayRoutes,
    (await import("./reverts/routes.ts")).revertRoutes,
    (await import("./approval/routes.ts")).approvalRoutes,
  ],
  words: ["repricing", "repricing-revert", "repricing-rules", "repricing-replay"],
  mutations: () =>
    Promise.all([
      import("./runs/apply-proposals.ts"),
      import("./simulations/store-simulation.ts"),
      import("./reverts/revert-record.ts"),
      import("./runs/revert.ts"),
      import("./rules/rule.ts"),
      import("./runs/repricing-run.ts"),
      import("./runs/repricing-schedule.ts"),
      import("./replays/replay.ts"),
      import("./approval/approval-setting.ts"),
      import("./approval/decide-run.ts"),
      import("./approval/expire-run.ts"),
    ]),
  calls: [answers(simulateCall, async () => (await import("../../../workers/repricing/simulate.ts")).simulate)],
  jobs: {
    "repricing.run": runs(async () => (await import("../../../workers/repricing/run.ts")).run, {
      failed: async () => (await import("./runs/repricing-run.ts")).failRepricing,
    }),
    "repricing.revert": runs(async () => (await import("../../../workers/repricing/revert.ts")).revert, {
      failed: async () => (await import("./runs/revert.ts")).failRunRevert,
    }),
    "repricing.replay": runs(async () => (await import("../../../workers/repricing/replay.ts")).replay, {
      failed: async () => (await import("./replays/replay.ts")).failReplay,
    }),
    "repricing.expire": commits(async () => (await import("./approval/expire-run.ts")).expireRun),
    "repricing.scheduled": commits(async () => (await import("./runs/repricing-run.ts")).beginScheduledRun),
  },
});
