import type { Static } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import {
  countPendingInvitations,
  listPendingInvitations,
  type PendingInvitation,
} from "../../../db/users/pending-invitations.ts";
import { keysetPage, NEWEST, newestAfter, newestPlace } from "../../http/input/keyset-page.ts";
import { metaPage, type Page } from "../../http/input/page.ts";
import { isoOfMs } from "../../text/instant.ts";
import type { InvitationBody } from "./schema.ts";

const invitationBody = (invitation: PendingInvitation): Static<typeof InvitationBody> => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  created_at: isoOfMs(invitation.createdAtMs),
  expires_at: isoOfMs(invitation.expiresAtMs),
});

/** One page of the invitations that can still be used, newest first. Throws INVALID_PARAMETER for a foreign cursor. */
export async function pageOfInvitations(db: Reader, page: Page, nowMs: number) {
  const { items, total, next } = await keysetPage(page, {
    name: "invitations",
    shape: NEWEST,
    read: (range) => listPendingInvitations(db, nowMs, newestAfter(range)),
    count: () => countPendingInvitations(db, nowMs),
    place: newestPlace,
  });
  return metaPage(items.map(invitationBody), total, page, next);
}
