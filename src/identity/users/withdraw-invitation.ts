import { mutation } from "../../../db/ports.ts";
import { deleteInvitation, findPendingInvitation } from "../../../db/users/pending-invitations.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import { required } from "../../http/output/errors.ts";

/** Takes an invitation back: its token opens nothing any more. Throws NOT_FOUND for one that cannot be used anyway. */
export const withdrawInvitation = mutation(
  "users.withdraw-invitation",
  async (tx, { id }: { id: string }, context): Promise<void> => {
    const { email } = required(await findPendingInvitation(tx, id, context.now()), "invitation", id);
    await deleteInvitation(tx, id);
    await noteAudit(tx, context, "user.uninvited", id, { email });
  },
);
