import { family } from "../../runtime/family.ts";

export const overlays = family({
  routes: async () => [(await import("./routes.ts")).overlayRoutes],
  mutations: () =>
    Promise.all([import("./delete-overlay.ts"), import("./put-overlay.ts"), import("./rewrite-overlays.ts")]),
});
