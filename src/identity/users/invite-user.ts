import { findUserIdByEmail } from "../../../db/auth/accounts.ts";
import { mutation } from "../../../db/ports.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import { emailInUse } from "../../http/output/faults/duplicate-resource.ts";
import { type IssuedInvitation, invite, type SignedInvitation } from "../auth/accounts/invitations.ts";

/**
 * Invites somebody into the tenant. Throws DUPLICATE_RESOURCE for a user of this tenant; an account elsewhere is not
 * revealed, registering refuses it.
 */
export const inviteUser = mutation(
  "users.invite",
  async (tx, invitation: SignedInvitation, context): Promise<IssuedInvitation> => {
    const { email, role } = invitation;
    if (await findUserIdByEmail(tx, email)) throw emailInUse(email);
    const issued = await invite.run(tx, invitation, context);
    await noteAudit(tx, context, "user.invited", issued.id, { email, role });
    return issued;
  },
);
