import { type TBoolean, type TOptional, Type } from "@sinclair/typebox";
import { oneOf } from "../http/one-of.ts";
import { MODULES, type ModuleId } from "../http/principal.ts";

const Id = Type.String({ format: "uuid", examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"] });
const Status = oneOf(["active", "suspended"], { description: "Suspended: reading is possible, writing is not." });
const Token = Type.String({ examples: ["eyJzdWJfaWQiOiIwMTlhIn0.c2lnbmF0dXJl"] });

/** One optional flag for each module, and nothing else. */
const Switches = Type.Object(
  // Made from every module.
  Object.fromEntries(MODULES.map((id) => [id, Type.Optional(Type.Boolean())])) as Record<ModuleId, TOptional<TBoolean>>,
  {
    additionalProperties: false,
    description: "Modules to switch on or off. Those that are absent stay as they are.",
    examples: [{ enrichment: false }],
  },
);

export const SubscriptionCreate = Type.Object({
  email: Type.String({ minLength: 3, maxLength: 254, format: "email", examples: ["anna@example.com"] }),
  company_name: Type.String({ minLength: 1, maxLength: 200, pattern: "\\S", examples: ["Example Ltd"] }),
  plan: Type.Optional(Type.String({ maxLength: 100, description: "As you call it.", examples: ["business"] })),
  modules: Type.Optional(Switches),
});

export const SubscriptionCreated = Type.Object({
  id: Id,
  tenant_id: Type.String({ examples: ["k3v9x2m7qa"], description: "Of the tenant that registering makes." }),
  token: Type.String({ ...Token, description: "What the mail holds: `POST /auth/register` takes it, once." }),
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
    { description: "Every module, and whether it is on." },
  ),
});

export const TenantPatch = Type.Object({
  license_status: Type.Optional(Status),
  modules: Type.Optional(Switches),
});
