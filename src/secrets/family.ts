import { family } from "../runtime/family.ts";

export const secrets = family({
  mutations: () => Promise.all([import("./rotate-secrets.ts")]),
});
