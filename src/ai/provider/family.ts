import { family } from "../../runtime/family.ts";

export const ai = family({
  mutations: () => Promise.all([import("./ledger.ts"), import("./reserve.ts")]),
});
