import { family } from "../../runtime/family.ts";

export const views = family({
  tags: [{ name: "Saved Views", description: "Lists of products that a user has named: filters, order and columns." }],
  routes: async () => [(await import("./routes.ts")).viewRoutes],
  mutations: () => import("./save-view.ts").then((one) => [one]),
});
