import { family } from "../runtime/family.ts";

export const mail = family({
  mutations: () => Promise.all([import("./finish-mail.ts")]),
});
