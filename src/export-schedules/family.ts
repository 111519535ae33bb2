import { family } from "../runtime/family.ts";

export const exportSchedules = family({
  routes: async () => [(await import("./routes.ts")).scheduleRoutes],
  mutations: () => Promise.all([import("./schedule.ts"), import("./runs.ts")]),
});
