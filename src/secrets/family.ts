import { family } from "../runtime/family.ts";

export const secrets = family({
  mutations: () => Promise.all([import("./note-rotation.ts"), import("./reseal-secrets.ts")]),
});
