import { answers, family } from "../../runtime/family.ts";
import { diagnoseCall } from "./calls.ts";

export const operator = family({
  tags: [{ name: "Operator", description: "What only the operator of the instance can do." }],
  routes: async () => [
    (await import("./routes.ts")).operatorRoutes,
    (await import("./diagnostics/routes.ts")).diagnosticsRoutes,
  ],
  calls: [answers(diagnoseCall, async () => (await import("../../../workers/operator/diagnose.ts")).diagnose)],
});
