import { family } from "../../runtime/family.ts";

export const tenants = family({
  mutations: () =>
    Promise.all([import("./change-tenant.ts"), import("./create-first-tenant.ts"), import("./create-tenant.ts")]),
});
