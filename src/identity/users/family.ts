import { family } from "../../runtime/family.ts";

export const users = family({
  tags: [{ name: "Users", description: "Who works in this tenant, and invitations." }],
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
