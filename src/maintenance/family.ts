import { family } from "../runtime/family.ts";

export const maintenance = family({
  mutations: () => Promise.all([import("./sweep-old-rows.ts")]),
});
