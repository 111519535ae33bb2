import { type TBoolean, type TOptional, Type } from "@sinclair/typebox";
import { MODULES, type ModuleId } from "../../http/gate/credentials/principal.ts";
import { Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";

const Status = oneOf(["active", "suspended"], { description: "`suspended` makes the tenant read-only." });
const Token = Type.String({ examples: ["eyJzdWJfaWQiOiIwMTlhIn0.c2lnbmF0dXJl"] });

/** One optional flag for each module, and nothing else. */
const Switches = Type.Object(
  // Made from every module.
  Object.fromEntries(MODULES.map((id) => [id, Type.Optional(Type.Boolean())])) as Record<ModuleId, TOptional<TBoolean>>,
  {
    additionalProperties: false,
    description: "Modules to enable or disable. Absent modules are unchanged.",
    examples: [{ enrichment: false }],
  },
);

export const SubscriptionCreate = Type.Object({
  email: Type.String({ minLength: 3, maxLength: 254, format: "email", examples: ["anna@example.com"] }),
  company_name: Type.String({ minLength: 1, maxLength: 200, pattern: "\\S", examples: ["Example Ltd"] }),
  plan: Type.Optional(Type.String({ maxLength: 100, description: "Name of the plan.", examples: ["business"] })),
  modules: Type.Optional(Switches),
});

export const SubscriptionCreated = Type.Object({
  id: Uuid,
  tenant_id: Type.String({ examples: ["k3v9x2m7qa"], description: "Id of the tenant that registration will create." }),
  token: Type.String({ ...Token, description: "Single-use token for `POST /auth/register`, as emailed." }),
  expires_at: Type.String({ format: "date-time", examples: ["2026-11-28T10:00:00.000Z"] }),
});

export const TenantParams = Type.Object({ tenant_id: Type.String({ maxLength: 64, examples: ["k3v9x2m7qa"] }) });

export const TenantBody = Type.Object({
  id: Type.String({ examples: ["k3v9x2m7qa"] }),
  name: Type.String({ examples: ["Example Ltd"] }),
  license_status: Status,
  modules: Type.Object(
    // Made from every module.
    Object.fromEntries(MODULES.map((id) => [id, Type.Boolean()])) as Record<ModuleId, TBoolean>,
    { description: "All modules and whether they are enabled." },
  ),
});

export const TenantPatch = Type.Object({
  license_status: Type.Optional(Status),
  modules: Type.Optional(Switches),
});
