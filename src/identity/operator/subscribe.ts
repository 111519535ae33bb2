import type { Static } from "@sinclair/typebox";
import { findLogin } from "../../../db/auth/lookup.ts";
import { EVERY_TENANT } from "../../../db/ports.ts";
import { emailInUse } from "../../http/output/faults/duplicate-resource.ts";
import type { Language } from "../../http/output/messages.ts";
import type { Services } from "../../runtime/services.ts";
import { invite, signInvitation } from "../auth/accounts/invitations.ts";
import { normalEmail } from "../auth/accounts/normal-email.ts";
import { switchModules } from "../tenants/module-switches.ts";
import type { SubscriptionCreate } from "./schema.ts";

/** Invites somebody to begin a tenant. Throws DUPLICATE_RESOURCE for an address that has an account. */
export async function subscribe(
  services: Pick<Services, "reader" | "write" | "now" | "newId" | "config" | "secrets" | "log">,
  { email, company_name: companyName, plan, modules }: Static<typeof SubscriptionCreate>,
  language: Language,
): Promise<{ id: string; tenantId: string; token: string; expiresAtMs: number }> {
  if (await findLogin(services.reader(EVERY_TENANT), normalEmail(email))) {
    throw emailInUse(email);
  }
  const invitation = await signInvitation(services, {
    email,
    role: "admin",
    language,
    subscription: { companyName, plan: plan ?? null, modulesOff: switchModules([], modules ?? {}) },
  });
  const issued = await services.write(invite, invitation.tenantId, invitation);
  return { ...issued, tenantId: invitation.tenantId };
}
