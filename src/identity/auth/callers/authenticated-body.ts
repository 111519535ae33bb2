import type { Static } from "@sinclair/typebox";
import type { Permission, Principal, Scope } from "../../../http/gate/credentials/principal.ts";
import type { Authenticated } from "../schema.ts";

/** Says whom a credential belongs to. */
export const authenticatedBody = ({
  kind,
  subjectId,
  tenantId,
  scopes,
  permissions,
}: Principal): Static<typeof Authenticated> => ({
  status: "ok",
  authenticated: true,
  auth_type: kind,
  subject: subjectId,
  tenant_id: tenantId,
  // The authenticator fills the sets with scopes and permissions; the conventions do not know them by name.
  ...(kind === "api_key" ? { scopes: [...scopes] as Scope[] } : { permissions: [...permissions] as Permission[] }),
});
