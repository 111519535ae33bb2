import { family } from "../runtime/family.ts";

export const jobs = family({
  mutations: () => Promise.all([import("./lifecycle.ts")]),
});
