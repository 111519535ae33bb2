import { family } from "../runtime/family.ts";

export const users = family({
  routes: async () => [(await import("./routes.ts")).userRoutes],
  mutations: () =>
    Promise.all([
      import("./user.ts"),
      import("./create-user.ts"),
      import("./invite-user.ts"),
      import("./set-password.ts"),
      import("./withdraw-invitation.ts"),
    ]),
});
