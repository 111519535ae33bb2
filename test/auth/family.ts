import { services } from "../harness.ts";
import { bodyFor, NAMES } from "../settings/dependency-bodies.ts";
import { testFamily } from "../sweeps/test-families.ts";

export const auth = testFamily({
  behind: ["products"],
  /** An API key, an invitation, a user, and the settings of every service that a tenant can have of its own. */
  seed: {
    make: async ({ tenant, canary }) => {
      const key = await tenant.admin.post("/api-keys", { name: `Key ${canary}`, scopes: ["products:read"] });
      const email = `${services.newId()}@example.com`;
      const invitation = await tenant.admin.post("/settings/users/invite", { email, role: "viewer" });
      const { email: own } = (await tenant.admin.get("/auth/me")).body;
      for (const name of NAMES) {
        await tenant.admin.put(`/settings/${name}`, {
          ...bodyFor(name),
          ...(name === "smtp" && { from_name: `Mail ${canary}` }),
        });
      }
      return {
        key_id: key.body.id,
        user_id: tenant.adminId,
        invitation_id: invitation.body.id,
        tenant_id: tenant.id,
        email: own,
      };
    },
  },
});
