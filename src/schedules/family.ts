import { family } from "../runtime/family.ts";

export const schedules = family({
  mutations: () => Promise.all([import("./schedule-plan.ts")]),
});
