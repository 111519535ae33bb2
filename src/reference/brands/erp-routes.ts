import { accessRoutes } from "../../http/gate/access.ts";
import { EDIT } from "../../products/policies.ts";
import type { Services } from "../../runtime/services.ts";
import { requireDependency } from "../../settings/read-dependency.ts";
import { beginErpImport } from "./import-from-erp.ts";
import { ErpImport } from "./schema.ts";

/** `POST /brands/import-from-erp`. */
export const erpRoutes = (services: Services) =>
  accessRoutes(services, "Brands").post(
    "/brands/import-from-erp",
    async ({ db, write, status }) => {
      await requireDependency(db, services.secrets, "erp");
      const { id } = await write(beginErpImport, undefined);
      return status(202, { id, status: "processing" as const });
    },
    {
      policy: { ...EDIT, tier: "BULK_IMPORT", refusals: ["ERP_NOT_CONFIGURED"] },
      response: { 202: ErpImport },
      detail: {
        operationId: "importBrandsFromErp",
        summary: "Import brands from the ERP",
        description: "Reads `GET {base_url}/brands` of the ERP in the background, and creates the missing brands.",
      },
    },
  );
