import { family, runs } from "../../runtime/family.ts";

export const auth = family({
  tags: [{ name: "Authentication", description: "Sign in, renew a session, and see who you are." }],
  routes: async () => {
    const { loginRoutes } = await import("./login/routes.ts");
    const { accountRoutes } = await import("./accounts/routes.ts");
    const { authRoutes } = await import("./routes.ts");
    const { lockoutRoutes } = await import("./login/lockout-routes.ts");
    const { refreshRoutes } = await import("./sessions/refresh-routes.ts");
    return [loginRoutes, accountRoutes, authRoutes, lockoutRoutes, refreshRoutes];
  },
  mutations: () =>
    Promise.all([
      import("./accounts/accept-invitation.ts"),
      import("./sessions/start-session.ts"),
      import("./accounts/invitations.ts"),
      import("./accounts/issue-password-reset.ts"),
      import("./make-secret.ts"),
      import("./login/note-failed-login.ts"),
      import("./sessions/open-session.ts"),
      import("./accounts/replace-password.ts"),
      import("./accounts/request-password-reset.ts"),
      import("./sessions/rotate-refresh-token.ts"),
      import("./sessions/start-session.ts"),
      import("./login/unlock-account.ts"),
    ]),
  jobs: {
    "auth.mail-reset": runs(async () => (await import("../../../workers/auth/mail-reset.ts")).mailReset),
  },
});

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    "auth.mail-reset": { payload: { email: string }; checkpoint: never };
  }
}
