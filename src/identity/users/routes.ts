import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Reader } from "../../../db/ports.ts";
import {
  countPendingInvitations,
  listPendingInvitations,
  type PendingInvitation,
} from "../../../db/users/pending-invitations.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { Time, Uuid } from "../../http/input/fields.ts";
import { keysetAnswer, NEWEST, newestAfter, newestPlace } from "../../http/input/keyset-page.ts";
import { metaPageOf, type Page, PageQuery, pageOf } from "../../http/input/page.ts";
import { noContent } from "../../http/output/answers.ts";
import { refuseVersions } from "../../http/output/etag.ts";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import { view } from "../../kit/view.ts";
import { hasMailServer } from "../../mail/queue-mail.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs } from "../../text/instant.ts";
import { signInvitation } from "../auth/accounts/invitations.ts";
import { dropCallerAfter } from "../auth/callers/authenticator.ts";
import { inviteUser } from "./invite-user.ts";
import { InvitationParams, UserInvite, UserInvited } from "./schema.ts";
import { Email, RoleName, User, updateUser } from "./user.ts";
import { withdrawInvitation } from "./withdraw-invitation.ts";

const Invitations = view<PendingInvitation>()(
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
function pageOfInvitations(db: Reader, page: Page, nowMs: number) {
  return keysetAnswer(page, {
    name: "invitations",
    shape: NEWEST,
    read: (range) => listPendingInvitations(db, nowMs, newestAfter(range)),
    count: () => countPendingInvitations(db, nowMs),
    place: newestPlace,
    show: Invitations.of,
  });
}

const READ = { credential: "session", permission: "MANAGE_USERS", tier: "READ_SENSITIVE" } as const;
const WRITE = { credential: "session", permission: "MANAGE_USERS", tier: "WRITE_USER_MGMT" } as const;

/** `/settings/users`: the people of a tenant. */
export const userRoutes = (services: Services) =>
  new Elysia().use(invitationRoutes(services)).use(routesOfUsers(services));

const routesOfUsers = (services: Services) =>
  resourceRoutes(services, User, {
    path: "/settings/users",
    tag: "Users",
    rights: { view: READ, edit: { ...WRITE, refusals: [] }, remove: WRITE },
    changes: { update: updateUser },
    list: {
      filters: { role: RoleName, is_active: Type.Boolean({ description: "Filter by active or inactive." }) },
    },
    leaves: ["put"],
    after: (tenantId, change) => dropCallerAfter(services, tenantId, change),
    texts: {
      one: "User",
      list: "Newest first, including inactive users. Invited users appear once they have registered.",
      create: "",
      read: "One user of the tenant.",
      change:
        "Takes effect on the user's next request; deactivating ends all sessions. The last active admin cannot be demoted or deactivated.",
      remove: "",
    },
  });

const invitationRoutes = (services: Services) =>
  accessRoutes(services, "Users", "/settings/users")
    .post(
      "/invite",
      async ({ db, tenantId, write, body, language, set, status }) => {
        const { email, role, locale = language } = body;
        const invitation = await signInvitation(services, { tenantId, email, role, language: locale });
        const { id, token, expiresAtMs } = await write(inviteUser, invitation);
        set.headers["location"] = "/api/v1/settings/users/invitations";
        // Who gets it by mail proves that the address is theirs; no other user may have it then.
        const shown = (await hasMailServer(db, services.config)) ? null : token;
        return status(201, { id, email: invitation.email, role, token: shown, expires_at: isoOfMs(expiresAtMs) });
      },
      {
        policy: { ...WRITE, secretAnswer: true },
        body: UserInvite,
        response: { 201: UserInvited },
        detail: {
          operationId: "inviteUser",
          summary: "Invite a user",
          description:
            "Emails a signed invitation to register once with this address and role. The response contains the token only if no mail server is configured.",
        },
      },
    )
    .get("/invitations", ({ db, query }) => pageOfInvitations(db, pageOf(query), services.now()), {
      policy: READ,
      query: PageQuery,
      response: { 200: metaPageOf(Invitations.Body) },
      detail: {
        operationId: "listInvitations",
        summary: "List open invitations",
        description: "Valid invitations, newest first, without tokens.",
      },
    })
    .delete(
      "/invitations/:invitation_id",
      async ({ write, params, headers }) => {
        refuseVersions(headers);
        await write(withdrawInvitation, { id: params.invitation_id });
        return noContent();
      },
      {
        policy: WRITE,
        params: InvitationParams,
        response: { 204: Type.Void({ description: "The invitation is revoked." }) },
        detail: {
          operationId: "withdrawInvitation",
          summary: "Revoke an invitation",
          description: "The token can no longer be used.",
        },
      },
    );
