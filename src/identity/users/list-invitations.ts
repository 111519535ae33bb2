import type { Reader } from "../../../db/ports.ts";
import {
  countPendingInvitations,
  listPendingInvitations,
  type PendingInvitation,
} from "../../../db/users/pending-invitations.ts";
import { Time, Uuid } from "../../http/input/fields.ts";
import { keysetAnswer, NEWEST, newestAfter, newestPlace } from "../../http/input/keyset-page.ts";
import type { Page } from "../../http/input/page.ts";
import { view } from "../../kit/view.ts";
import { isoOfMs } from "../../text/instant.ts";
import { Email, RoleName } from "./user.ts";

export const Invitations = view<PendingInvitation>()(
  {
    id: [Uuid, "id"],
    email: [Email, "email"],
    role: [RoleName, "role"],
    created_at: [Time, ({ createdAtMs }) => isoOfMs(createdAtMs)],
    expires_at: [Time, ({ expiresAtMs }) => isoOfMs(expiresAtMs)],
  },
  { description: "An invited user who has not registered yet." },
);

/** One page of the invitations that can still be used, newest first. Throws INVALID_PARAMETER for a foreign cursor. */
export function pageOfInvitations(db: Reader, page: Page, nowMs: number) {
  return keysetAnswer(page, {
    name: "invitations",
    shape: NEWEST,
    read: (range) => listPendingInvitations(db, nowMs, newestAfter(range)),
    count: () => countPendingInvitations(db, nowMs),
    place: newestPlace,
    show: Invitations.of,
  });
}
