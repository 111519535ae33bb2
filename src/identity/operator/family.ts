import { family } from "../../runtime/family.ts";

export const operator = family({
  tags: [{ name: "Operator", description: "What only the operator of the instance can do." }],
  routes: async () => [(await import("./routes.ts")).operatorRoutes],
});
