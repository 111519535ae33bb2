import { openRoutes } from "../../../http/gate/access.ts";
import type { Services } from "../../../runtime/services.ts";
import { operatorPolicy } from "../guard.ts";
import { makeBundle } from "./make-bundle.ts";
import { DiagnosticsBody } from "./schema.ts";

/** `/operator/diagnostics`: what to send to those who are asked for help. */
export const diagnosticsRoutes = (services: Services) =>
  openRoutes(services, "Operator", "/operator").get(
    "/diagnostics",
    async ({ set }) => {
      const bundle = await makeBundle(services);
      const day = bundle.created_at.replaceAll(/[-:]|\.\d+/g, "");
      set.headers["content-disposition"] = `attachment; filename="catalogd-diagnostics-${day}.json"`;
      return bundle;
    },
    {
      policy: { ...operatorPolicy(services.config), tier: "READ_ADMIN" },
      response: { 200: DiagnosticsBody },
      detail: {
        operationId: "getDiagnostics",
        summary: "Get a diagnostics bundle",
        description:
          "Settings, versions, findings, health, jobs, metrics and the last errors, to be sent to those who are asked for help. " +
          "Secrets are masked, callers' addresses and paths are left out, and it holds nothing of the catalog. Takes up to half a minute.",
      },
    },
  );
