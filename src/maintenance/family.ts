import { family } from "../runtime/family.ts";

export const maintenance = family({
  mutations: () => Promise.all([import("./delete-old.ts"), import("./sweep-old-rows.ts")]),
});
