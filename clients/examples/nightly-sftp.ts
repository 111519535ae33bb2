// A supplier's file, taken from its SFTP server every night at three; run once now, to see that it works.
//   SFTP_HOST=sftp.example.com SFTP_USER=... SFTP_PASSWORD=... SFTP_FINGERPRINT=SHA256:... bun nightly-sftp.ts
import process from "node:process";
import { Catalogd } from "./catalogd.ts";

const { env } = process;
const catalogd = new Catalogd({ baseUrl: env["CATALOGD_URL"] ?? "http://localhost:3000", apiKey: env["CATALOGD_KEY"] });

// What the columns are is said once.
const supplier = await catalogd.suppliers.createSupplier({ name: "Acme", code: "ACME" });
const template = await catalogd.mappingTemplates.createSupplierTemplate(supplier.id, {
  name: "Acme's list",
  column_mapping: { reference: "sku", ean: "ean", name: "name", price: "price", stock: "stock" },
});
const config = await catalogd.importConfigs.createImportConfig({
  name: "Acme, nightly",
  source_type: "sftp",
  source: {
    host: env["SFTP_HOST"],
    port: Number(env["SFTP_PORT"] ?? 22),
    username: env["SFTP_USER"],
    password: env["SFTP_PASSWORD"],
    host_fingerprint: env["SFTP_FINGERPRINT"],
    file_pattern: "*.csv",
  },
  supplier_id: supplier.id,
  template_id: template.id,
  auto_process: true,
  schedule_type: "cron_expression",
  cron_expression: "0 3 * * *",
  timezone: "Europe/Paris",
  after_success: { action: "rename", name: "{stem}.done" },
});
const { id } = await catalogd.importConfigs.runImportConfig(config.id);
const { status, products_created: created, failed_rows: failed } = await catalogd.imports.waitForImport(id);
console.log(`${status}: ${created} created, ${failed} failed`);
