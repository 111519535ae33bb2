import { answers, family } from "../../runtime/family.ts";
import { rewriteCall } from "./calls.ts";

export const overlays = family({
  routes: async () => [(await import("./routes.ts")).overlayRoutes],
  mutations: () =>
    Promise.all([import("./delete-overlay.ts"), import("./put-overlay.ts"), import("./rewrite-overlays.ts")]),
  calls: [answers(rewriteCall, async () => (await import("../../../workers/overlays/rewrite.ts")).rewrite)],
});
