import { EVERY_TENANT } from "../../db/ports.ts";
import { listTenants } from "../../db/tenants/all-tenants.ts";
import { findTenant } from "../../db/tenants/tenants.ts";
import { invalidBody, required } from "../http/output/errors.ts";
import type { Services } from "../runtime/services.ts";
import type { ConsoleInput, ConsoleOption } from "./console-command.ts";

export const TENANT_OPTION: ConsoleOption = {
  name: "tenant",
  description: "Id of the tenant; optional if there is only one",
};

/** The tenant a command is about. Throws NOT_FOUND, and VALIDATION_FAILED when it could be one of several. */
export async function tenantOf({ reader }: Services, input: ConsoleInput): Promise<string> {
  const id = input.text("tenant");
  if (id !== undefined) return required(await findTenant(reader(id)), "tenant", id).id;
  const [only, another] = await listTenants(reader(EVERY_TENANT), { after: "", limit: 2 });
  if (!only || another) throw invalidBody([{ field: "tenant", type: "missing" }]);
  return only.id;
}
