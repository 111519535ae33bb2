import { Buffer } from "node:buffer";
import {
  type Invitation,
  invitations,
  type Subscription,
  withdrawInvitations,
} from "../../../../db/auth/invitations.ts";
import { mutation } from "../../../../db/ports.ts";
import { findTenant } from "../../../../db/tenants/tenants.ts";
import { ApiError, required } from "../../../http/output/errors.ts";
import type { Language } from "../../../http/output/messages.ts";
import { invitationMail } from "../../../mail/mail-text.ts";
import { queueMail } from "../../../mail/queue-mail.ts";
import { type SealedMail, sealMail } from "../../../mail/seal-mail.ts";
import type { ThreadServices } from "../../../runtime/services.ts";
import { instanceKey } from "../callers/instance-key.ts";
import type { Role } from "../callers/permissions.ts";
import { signerWith } from "../callers/signature.ts";
import { newTenantId } from "../random-text.ts";
import { normalEmail } from "./normal-email.ts";

type Needed = Pick<ThreadServices, "reader" | "write" | "now" | "newId" | "config" | "secrets" | "log">;

/** Who is invited to register, and as what. */
interface Inviting {
  email: string;
  role: Role;
  /** Of the mail and of the new account. */
  language: Language;
}

/** Into a tenant that is there. */
interface InvitingUser extends Inviting {
  tenantId: string;
}

/** Into a tenant that registering makes. */
interface InvitingSubscriber extends Inviting {
  subscription: Subscription;
}

/** An invitation with the token that only the invited gets to see. Plain data: it is the input of `invite`. */
export interface SignedInvitation extends Omit<Invitation, "usedAtMs"> {
  tenantId: string;
  token: string;
  mail: SealedMail;
}

export interface IssuedInvitation {
  id: string;
  token: string;
  expiresAtMs: number;
}

// Long enough for a holiday week-end.
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
const KEY_NAME = "invitation-key";

/** Makes an invitation without storing it: `invite` does, alone or inside a mutation of another family. */
export async function signInvitation(
  services: Needed,
  inviting: InvitingUser | InvitingSubscriber,
): Promise<SignedInvitation> {
  const createdAtMs = services.now();
  const expiresAtMs = createdAtMs + LIFETIME_MS;
  const id = services.newId();
  const email = normalEmail(inviting.email);
  const tenantId = "tenantId" in inviting ? inviting.tenantId : newTenantId();
  const claims = { sub_id: id, tid: tenantId, email, exp: Math.floor(expiresAtMs / 1000) };
  const { sign } = signerWith(await instanceKey(services, KEY_NAME));
  const token = sign(Buffer.from(JSON.stringify(claims)).toString("base64url"));
  const subscription = "subscription" in inviting ? inviting.subscription : null;
  const company = subscription?.companyName ?? required(await findTenant(services.reader(tenantId)), "tenant").name;
  const text = invitationMail(inviting.language, services.config.publicUrl, { token, company });
  return {
    id,
    tenantId,
    email,
    role: inviting.role,
    locale: inviting.language,
    subscription,
    createdAtMs,
    expiresAtMs,
    token,
    mail: sealMail(services, tenantId, text),
  };
}

/** Stores an invitation and has it mailed. Runs in the tenant of the invitation. */
export const invite = mutation(
  "auth.invite",
  async (tx, { token, mail, ...invitation }: SignedInvitation, context): Promise<IssuedInvitation> => {
    const { id, email, expiresAtMs } = invitation;
    // Or who was invited as an admin by mistake, and then as something less, could still become one.
    await withdrawInvitations(tx, email);
    await invitations.insert(tx, invitation);
    await queueMail(tx, { ...mail, recipient: email, expiresAtMs }, context);
    return { id, token, expiresAtMs };
  },
);

interface Claims {
  sub_id: string;
  tid: string;
  email: string;
  /** Unix seconds. */
  exp: number;
}

/** The invitation of a token. Throws INVITATION_TOKEN_INVALID, INVITATION_TOKEN_EXPIRED, INVITATION_ALREADY_USED. */
export async function openInvitation(services: Needed, token: string): Promise<Invitation & { tenantId: string }> {
  const { read } = signerWith(await instanceKey(services, KEY_NAME));
  const content = read(token);
  if (content === undefined) throw new ApiError("INVITATION_TOKEN_INVALID");
  // No one else can sign.
  const claims = JSON.parse(Buffer.from(content, "base64url").toString()) as Claims;
  if (claims.exp * 1000 <= services.now()) throw new ApiError("INVITATION_TOKEN_EXPIRED");
  const invitation = await invitations.find(services.reader(claims.tid), { id: claims.sub_id });
  // Withdrawn by a user who may invite.
  if (!invitation || invitation.email !== claims.email) throw new ApiError("INVITATION_TOKEN_INVALID");
  // The token lives no longer than the invitation, regardless of its own expiry.
  if (invitation.expiresAtMs <= services.now()) throw new ApiError("INVITATION_TOKEN_EXPIRED");
  if (invitation.usedAtMs !== null) throw new ApiError("INVITATION_ALREADY_USED");
  return { ...invitation, tenantId: claims.tid };
}
