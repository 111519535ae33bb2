import { EVERY_TENANT } from "../../../db/ports.ts";
import { listTenants } from "../../../db/tenants/all-tenants.ts";
import { findTenant } from "../../../db/tenants/tenants.ts";
import { invalidBody, required } from "../../http/output/errors.ts";
import type { Services } from "../../runtime/services.ts";
import type { ConsoleInput, ConsoleOption } from "./console-command.ts";

/** The number of tenants named when the command could mean any. */
const NAMED_MAX = 10;

export const TENANT_OPTION: ConsoleOption = {
  name: "tenant",
  description: "Id of the tenant; optional if there is only one",
};

/** The tenant a command is about. Throws NOT_FOUND, and VALIDATION_FAILED when it could be one of several. */
export async function tenantOf({ reader }: Services, input: ConsoleInput): Promise<string> {
  const id = input.text("tenant");
  if (id !== undefined) return required(await findTenant(reader(id)), "tenant", id).id;
  const tenants = await listTenants(reader(EVERY_TENANT), { after: "", limit: NAMED_MAX });
  const [only] = tenants;
  if (only && tenants.length === 1) return only.id;
  const named = tenants.map((each) => `${each.id} (${each.name})`).join(", ");
  throw invalidBody([{ field: "tenant", type: "missing", key: "console.which_tenant", params: { tenants: named } }]);
}
