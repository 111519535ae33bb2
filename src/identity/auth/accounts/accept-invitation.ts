import { updateNames } from "../../../../db/auth/accounts.ts";
import { invitations, markInvitationUsed } from "../../../../db/auth/invitations.ts";
import { findLogin } from "../../../../db/auth/lookup.ts";
import { mutation } from "../../../../db/ports.ts";
import { updateTenant } from "../../../../db/tenants/tenants.ts";
import { insertUser } from "../../../../db/users/users.ts";
import { noteAudit } from "../../../audit/note-audit.ts";
import { ApiError, required } from "../../../http/output/errors.ts";
import { emailInUse } from "../../../http/output/faults/duplicate-resource.ts";
import { createTenant } from "../../tenants/create-tenant.ts";
import { startRefreshable } from "../sessions/open-session.ts";

export interface Registration {
  invitationId: string;
  firstName: string;
  lastName: string;
  /** Takes the place of the subscription's. */
  companyName: string | undefined;
  passwordHash: string;
  /** Of the new refresh token. */
  tokenHash: string;
}

/**
 * Uses an invitation up: makes its account, its tenant when it is a subscription, and a session. Throws
 * INVITATION_ALREADY_USED, and DUPLICATE_RESOURCE when the address has an account by now.
 */
export const acceptInvitation = mutation(
  "auth.accept-invitation",
  async (tx, registration: Registration, context): Promise<{ userId: string; sessionId: string }> => {
    const nowMs = context.now();
    const { invitationId, passwordHash, firstName, lastName, tokenHash } = registration;
    if (!(await markInvitationUsed(tx, invitationId, nowMs))) throw new ApiError("INVITATION_ALREADY_USED");
    const invitation = required(await invitations.find(tx, { id: invitationId }), "invitation");
    const { email, role, locale, subscription } = invitation;
    if (await findLogin(tx, email)) throw emailInUse(email);
    let userId = context.newId();
    if (subscription) {
      const name = registration.companyName ?? subscription.companyName;
      ({ userId } = await createTenant.run(tx, { name, user: { email, passwordHash, role, locale } }, context));
      await updateTenant(tx, { licenseStatus: "active", modulesOff: subscription.modulesOff });
    } else {
      await insertUser(tx, { id: userId, email, role, locale, passwordHash, createdAtMs: nowMs });
    }
    await updateNames(tx, { id: userId, firstName, lastName });
    await noteAudit(tx, context, "user.created", userId, { email, role, invitation_id: invitationId });
    return { userId, sessionId: await startRefreshable(tx, { userId, tokenHash }, context) };
  },
);
