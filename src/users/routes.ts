import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { findUser } from "../../db/users/users.ts";
import { forgetAfter } from "../auth/forget-after.ts";
import { signInvitation } from "../auth/invitations.ts";
import { access } from "../http/access.ts";
import { noContent } from "../http/answers.ts";
import { required } from "../http/errors.ts";
import { ifMatch, withETag } from "../http/etag.ts";
import { PageQuery, pageOf } from "../http/page.ts";
import type { Services } from "../services.ts";
import { isoOfMs } from "../text/instant.ts";
import { changeUser } from "./change-user.ts";
import { inviteUser } from "./invite-user.ts";
import { pageOfInvitations } from "./list-invitations.ts";
import { pageOfUsers } from "./list-users.ts";
import { managedUser } from "./managed-user.ts";
import {
  InvitationPage,
  InvitationParams,
  ManagedUser,
  ManagedUserPage,
  UserInvite,
  UserInvited,
  UserParams,
  UserPatch,
  UserQuery,
} from "./schema.ts";
import { withdrawInvitation } from "./withdraw-invitation.ts";

const READ = { credential: "session", permission: "MANAGE_USERS", tier: "READ_SENSITIVE" } as const;
const WRITE = { credential: "session", permission: "MANAGE_USERS", tier: "WRITE_USER_MGMT" } as const;

/** `/settings/users`: the people of a tenant. */
export const userRoutes = (services: Services) =>
  new Elysia({ prefix: "/settings/users", tags: ["Users"] })
    .use(access(services))
    .get("", ({ db, query }) => pageOfUsers(db, query, pageOf(query)), {
      policy: READ,
      query: UserQuery,
      response: { 200: ManagedUserPage },
      detail: {
        operationId: "listUsers",
        summary: "List the users",
        description:
          "The users of the tenant, newest first, deactivated ones too. Invited people appear once they register.",
      },
    })
    .post(
      "/invite",
      async ({ tenantId, write, body, language, status }) => {
        const { email, role, locale = language } = body;
        const invitation = await signInvitation(services, { tenantId, email, role, language: locale });
        const { id, token, expiresAtMs } = await write(inviteUser, invitation);
        return status(201, { id, email: invitation.email, role, token, expires_at: isoOfMs(expiresAtMs) });
      },
      {
        policy: { ...WRITE, secretAnswer: true },
        body: UserInvite,
        response: { 201: UserInvited },
        detail: {
          operationId: "inviteUser",
          summary: "Invite a user",
          description: "Mails a signed invitation, which lets its holder register with this address and role, once.",
        },
      },
    )
    .get("/invitations", ({ db, query }) => pageOfInvitations(db, pageOf(query), services.now()), {
      policy: READ,
      query: PageQuery,
      response: { 200: InvitationPage },
      detail: {
        operationId: "listInvitations",
        summary: "List the open invitations",
        description: "Those that can still be used, newest first, without their tokens.",
      },
    })
    .delete(
      "/invitations/:invitation_id",
      async ({ write, params }) => {
        await write(withdrawInvitation, { id: params.invitation_id });
        return noContent();
      },
      {
        policy: WRITE,
        params: InvitationParams,
        response: { 204: Type.Void({ description: "The invitation is void." }) },
        detail: {
          operationId: "withdrawInvitation",
          summary: "Withdraw an invitation",
          description: "Its token lets nobody register any more.",
        },
      },
    )
    .get(
      "/:user_id",
      async ({ db, params, headers, set }) => {
        const user = required(await findUser(db, params.user_id), "user", params.user_id);
        return withETag({ headers, set }, user.version, managedUser(user));
      },
      {
        policy: READ,
        params: UserParams,
        response: { 200: ManagedUser },
        detail: { operationId: "getUser", summary: "Read a user", description: "One user of the tenant." },
      },
    )
    .patch(
      "/:user_id",
      async ({ tenantId, write, params, body, headers, set }) => {
        const change = { id: params.user_id, expected: ifMatch(headers), role: body.role, isActive: body.is_active };
        const user = await forgetAfter(services, tenantId, write(changeUser, change));
        return withETag({ headers: {}, set }, user.version, managedUser(user));
      },
      {
        policy: WRITE,
        params: UserParams,
        body: UserPatch,
        response: { 200: ManagedUser },
        detail: {
          operationId: "updateUser",
          summary: "Change a user's role or state",
          description:
            "In force on the user's very next request; deactivating ends their sessions. The last active admin stays.",
        },
      },
    );
