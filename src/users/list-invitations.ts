import type { Static } from "@sinclair/typebox";
import type { Reader } from "../../db/ports.ts";
import {
  countPendingInvitations,
  type InvitationPage,
  listPendingInvitations,
  type PendingInvitation,
} from "../../db/users/pending-invitations.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { metaPage, type Page } from "../http/page.ts";
import { isoOfMs } from "../text/instant.ts";
import type { InvitationBody } from "./schema.ts";

const LIST = "invitations";

/** The invitation a cursor stands behind. */
function afterOf(cursor: string | undefined): InvitationPage["after"] {
  if (cursor === undefined) return undefined;
  const [createdAtMs, id] = decodeCursor(LIST, cursor);
  return { createdAtMs: Number(createdAtMs), id: String(id) };
}

const invitationBody = (invitation: PendingInvitation): Static<typeof InvitationBody> => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  created_at: isoOfMs(invitation.createdAtMs),
  expires_at: isoOfMs(invitation.expiresAtMs),
});

/** One page of the invitations that can still be used, newest first. Throws INVALID_PARAMETER for a foreign cursor. */
export async function pageOfInvitations(db: Reader, page: Page, nowMs: number) {
  const { perPage, offset, cursor } = page;
  const [found, total] = await Promise.all([
    // One more than the page holds tells whether there is another.
    listPendingInvitations(db, nowMs, { limit: perPage + 1, offset, after: afterOf(cursor) }),
    countPendingInvitations(db, nowMs),
  ]);
  const shown = found.slice(0, perPage);
  const last = found.length > perPage ? shown.at(-1) : undefined;
  const next = last ? encodeCursor(LIST, [last.createdAtMs, last.id]) : null;
  return metaPage(shown.map(invitationBody), total, page, next);
}
