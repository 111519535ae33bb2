import { family, runs } from "../runtime/family.ts";

export const auth = family({
  tags: [{ name: "Authentication", description: "Sign in, renew a session, and see who you are." }],
  routes: async () => {
    const { loginRoutes } = await import("./login-routes.ts");
    const { accountRoutes } = await import("./account-routes.ts");
    const { authRoutes } = await import("./routes.ts");
    const { lockoutRoutes } = await import("./lockout-routes.ts");
    const { refreshRoutes } = await import("./refresh-routes.ts");
    return [loginRoutes, accountRoutes, authRoutes, lockoutRoutes, refreshRoutes];
  },
  mutations: () =>
    Promise.all([
      import("./accept-invitation.ts"),
      import("./end-session.ts"),
      import("./invitations.ts"),
      import("./issue-password-reset.ts"),
      import("./make-secret.ts"),
      import("./note-failed-login.ts"),
      import("./open-session.ts"),
      import("./replace-password.ts"),
      import("./request-password-reset.ts"),
      import("./rotate-refresh-token.ts"),
      import("./start-session.ts"),
      import("./unlock-account.ts"),
    ]),
  jobs: {
    "auth.mail-reset": runs(async () => (await import("../../workers/auth/mail-reset.ts")).mailReset),
  },
});
