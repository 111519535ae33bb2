import { family } from "../../runtime/family.ts";

export const workflow = family({
  tags: [
    {
      name: "Product Workflow",
      description: "From draft to published, who changed what, and how to take a change back.",
    },
  ],
  routes: async () => [(await import("./routes.ts")).workflowRoutes],
  mutations: () => Promise.all([import("./move-products.ts")]),
});
