import { runJobs } from "../harness.ts";
import { testFamily } from "../sweeps/test-families.ts";
import { importFile, lines, prepare } from "./import-client.ts";

export const imports = testFamily({
  behind: ["products"],
  /** An import that has problems and a row without a usable EAN, and an export that is done. */
  seed: {
    make: async ({ tenant, canary }) => {
      const mapping = { ean: "ean", sku: "sku", name: "name" };
      const content = lines("ean,sku,name", `12,S-1,Pending ${canary}`);
      const done = await importFile(tenant, content, { mapping });
      const pending = await tenant.get("/imports/ean-pending");
      const started = await tenant.post("/exports/csv/products", {});
      const created = await tenant.post("/exports/create", { export_type: "products", filters: { search: canary } });
      await runJobs();
      const template = await tenant.post("/mapping-templates/supplier", {
        name: `Template ${canary}`,
        column_mapping: mapping,
      });
      const config = await tenant.post("/import-configs", {
        name: `Config ${canary}`,
        source_type: "url",
        source: { url: "https://r9.receiver.test:1/list.csv" },
      });
      const importId = await prepare(tenant, content, { mapping });
      return {
        import_id: importId,
        "archive/job_id": importId,
        resolution_id: pending.body.items[0].id,
        "bulk-resolve/id": pending.body.items[0].id,
        "mapping-templates/template_id": template.body.id,
        "from-import/import_id": done.id,
        config_id: config.body.id,
        task_id: started.body.task_id,
        export_id: created.body.id,
      };
    },
    bodies: () => ({
      createMappingTemplate: { name: "Sent", column_mapping: { EAN: "ean" } },
      createImportConfig: { name: "Sent", source_type: "url", source: { url: "https://r9.receiver.test/list.csv" } },
      createSupplierTemplate: { name: "Sent", column_mapping: { EAN: "ean" } },
    }),
  },
});
