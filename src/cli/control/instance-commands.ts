import { listAuditedTenants } from "../../../db/audit/audited-tenants.ts";
import { EVERY_TENANT } from "../../../db/ports.ts";
import { verifyChain } from "../../audit/verify-chain.ts";
import { rotateSecrets } from "../../secrets/rotate-secrets.ts";
import { CONSOLE, type ConsoleCommand } from "./console-command.ts";

const TENANTS_AT_ONCE = 100;

/** `catalogd secrets …` and `catalogd audit …` */
export const INSTANCE_COMMANDS: ConsoleCommand[] = [
  {
    group: "secrets",
    verb: "rotate",
    description: "Re-encrypt all stored secrets with a new key",
    options: [],
    run: async (services) => {
      const { keyId, isNewKey, resealed, unreadable } = await rotateSecrets(services, CONSOLE);
      const key = isNewKey ? "made by this command" : "the first of CATALOGD_SECRET_KEY";
      return { key_id: keyId, key, encrypted_anew: resealed, unreadable };
    },
  },
  {
    group: "audit",
    verb: "verify",
    description: "Verify the hash chain of the audit log; shows the first invalid entry of each tenant",
    options: [],
    run: async ({ reader }) => {
      const checks: Record<string, unknown>[] = [];
      for (let after = ""; ; ) {
        const tenants = await listAuditedTenants(reader(EVERY_TENANT), { after, limit: TENANTS_AT_ONCE });
        for (const tenantId of tenants) {
          const { entries, brokenAt } = await verifyChain(reader(tenantId));
          checks.push({ tenant: tenantId, good_entries: entries, first_wrong: brokenAt });
        }
        const last = tenants.at(-1);
        if (last === undefined || tenants.length < TENANTS_AT_ONCE) return checks;
        after = last;
      }
    },
  },
];
