import { findLogin } from "../../../db/auth/lookup.ts";
import { EVERY_TENANT } from "../../../db/ports.ts";
import { type ListedTenant, listTenants } from "../../../db/tenants/all-tenants.ts";
import { findTenant, type Tenant } from "../../../db/tenants/tenants.ts";
import { MODULES } from "../../http/gate/credentials/principal.ts";
import { required } from "../../http/output/errors.ts";
import { emailInUse } from "../../http/output/faults/duplicate-resource.ts";
import { dropCallerAfter } from "../../identity/auth/callers/authenticator.ts";
import { newTenantId } from "../../identity/auth/random-text.ts";
import { changeTenant, type TenantChange } from "../../identity/tenants/change-tenant.ts";
import { createTenant } from "../../identity/tenants/create-tenant.ts";
import { moduleStates } from "../../identity/tenants/module-switches.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs } from "../../text/instant.ts";
import { CONSOLE, type ConsoleCommand, type ConsoleInput } from "./console-command.ts";
import { TENANT_OPTION, tenantOf } from "./tenant-option.ts";
import { emailOf, newPassword } from "./user-commands.ts";

const LIST_MAX = 1_000;
const by = CONSOLE;

const shown = ({ id, name, licenseStatus, modulesOff }: Tenant) => ({
  id,
  name,
  license_status: licenseStatus,
  modules_off: modulesOff,
});
const shownWithTime = (tenant: ListedTenant) => ({ ...shown(tenant), created_at: isoOfMs(tenant.createdAtMs) });

async function create(services: Services, input: ConsoleInput) {
  const email = emailOf(input);
  if (await findLogin(services.reader(EVERY_TENANT), email)) throw emailInUse(email);
  const { passwordHash, shown: password } = await newPassword(services, input, email);
  const tenantId = newTenantId();
  const user = { email, passwordHash, role: "admin" as const, locale: input.text("locale") ?? "en" };
  await services.write(createTenant, tenantId, { name: input.required("name"), user }, { by });
  return { id: tenantId, admin: email, ...password };
}

async function change(services: Services, input: ConsoleInput, changes: TenantChange) {
  const tenantId = await tenantOf(services, input);
  return shown(await dropCallerAfter(services, tenantId, services.write(changeTenant, tenantId, changes, { by })));
}

async function switchModules(services: Services, input: ConsoleInput) {
  const tenantId = await tenantOf(services, input);
  const on = input.list("on").map((id) => [id, true] as const);
  const off = input.list("off").map((id) => [id, false] as const);
  if (on.length + off.length > 0) await change(services, input, { modules: Object.fromEntries([...on, ...off]) });
  const tenant = required(await findTenant(services.reader(tenantId)), "tenant", tenantId);
  return Object.entries(moduleStates(tenant.modulesOff)).map(([module, isOn]) => ({ module, on: isOn }));
}

/** `catalogd tenant …` */
export const TENANT_COMMANDS: ConsoleCommand[] = [
  {
    group: "tenant",
    verb: "create",
    description: "Create a tenant with its first admin; without --password-stdin a random password is shown once",
    options: [
      { name: "name", description: "Name of the company", isRequired: true },
      { name: "email", description: "Email address of the admin", isRequired: true },
      { name: "locale", description: "Language of messages for the admin", choices: ["en", "fr"] },
    ],
    takesPassword: true,
    run: create,
  },
  {
    group: "tenant",
    verb: "list",
    description: "List tenants",
    options: [{ name: "after", description: "Continue after this id (1,000 per page)" }],
    run: async ({ reader }, input) => {
      const page = { after: input.text("after") ?? "", limit: LIST_MAX };
      return (await listTenants(reader(EVERY_TENANT), page)).map(shownWithTime);
    },
  },
  {
    group: "tenant",
    verb: "suspend",
    description: "Suspend the licence: the tenant becomes read-only",
    options: [TENANT_OPTION],
    run: (services, input) => change(services, input, { licenseStatus: "suspended" }),
  },
  {
    group: "tenant",
    verb: "resume",
    description: "Lift the suspension",
    options: [TENANT_OPTION],
    run: (services, input) => change(services, input, { licenseStatus: "active" }),
  },
  {
    group: "tenant",
    verb: "modules",
    description: "Show, enable or disable modules",
    options: [
      TENANT_OPTION,
      { name: "on", description: "Comma-separated modules to enable", kind: "list", choices: MODULES },
      { name: "off", description: "Comma-separated modules to disable", kind: "list", choices: MODULES },
    ],
    run: switchModules,
  },
];
