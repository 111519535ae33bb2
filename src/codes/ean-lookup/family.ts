import { family } from "../../runtime/family.ts";

export const eanLookup = family({
  tags: [{ name: "EAN Lookup", description: "Check EANs and find out what they stand for." }],
  routes: async () => [(await import("./routes.ts")).eanLookupRoutes],
  mutations: () => Promise.all([import("./look-up.ts")]),
});
