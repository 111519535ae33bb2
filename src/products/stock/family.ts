import { family } from "../../runtime/family.ts";

export const stock = family({
  tags: [{ name: "Product Stock", description: "How many there are, and how that changed." }],
  routes: async () => [(await import("./routes.ts")).stockRoutes],
  mutations: () => Promise.all([import("./set-stock.ts")]),
});
