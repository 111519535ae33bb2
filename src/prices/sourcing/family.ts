import { family } from "../../runtime/family.ts";

export const sourcing = family({
  tags: [
    { name: "Product Sourcing", description: "Suppliers of a product with their terms, and which one to order from." },
  ],
  routes: async () => [(await import("./routes.ts")).sourcingRoutes],
  mutations: () => Promise.all([import("./change-offers.ts")]),
});
