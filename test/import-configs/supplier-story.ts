import { expect } from "bun:test";
import { beginAllDue } from "../../workers/schedules/follow.ts";
import { clock, newTenant, runJobs, services } from "../harness.ts";
import { textRow, workbookOf } from "../imports/formats/packages.ts";
import { EANS, type Tenant } from "../imports/import-client.ts";

export const HOUR_MS = 3_600_000;

/** Lets time pass, and does what is due then. */
export async function pass(ms: number): Promise<void> {
  clock.nowMs += ms;
  await beginAllDue(services);
  await runJobs();
}

export const mailsOf = ({ db }: Tenant) =>
  db.all("select recipient, subject, body from mail where tenant_id = :tenant order by recipient", {}, (row) => row);

/** Where a supplier puts its files. */
interface Outbox {
  /** Of a configuration, but for which files it takes. */
  source: object;
  put(fileName: string, content: Uint8Array): void;
}

/**
 * A supplier puts a workbook on its SFTP server: it is taken by a scheduled configuration, matched by its template and
 * imported by itself, and its failed rows come back as a file.
 */
export async function supplierStory({ source, put }: Outbox): Promise<void> {
  const tenant = await newTenant();
  const { body: supplier } = await tenant.post("/suppliers", { name: "Acme", code: "ACME" });
  const { body: template } = await tenant.post(`/mapping-templates/supplier/${supplier.id}`, {
    name: "List",
    column_mapping: { EAN: "ean", SKU: "sku", Name: "name" },
  });
  const sheet = [
    textRow(1, "ean", "sku", "name"),
    textRow(2, EANS[0], "A-1", "First"),
    textRow(3, EANS[1], "A-2", "Second"),
    textRow(4, "123", "A-3", "Third"),
  ].join("");
  put("weekly.xlsx", await workbookOf({ sheets: { List: sheet } }));
  const made = await tenant.post("/import-configs", {
    name: "Nightly",
    source_type: "sftp",
    source: { ...source, file_pattern: "weekly*.xlsx" },
    supplier_id: supplier.id,
    template_id: template.id,
    schedule_type: "cron_expression",
    cron_expression: "0 * * * *",
    timezone: "Europe/Paris",
    notification_emails: ["buyer@shop.example"],
    notify_on_failure: true,
  });
  expect(made.status).toBe(201);

  await pass(HOUR_MS);

  const { body: config } = await tenant.get(`/import-configs/${made.body.id}`);
  expect(config).toMatchObject({ run_count: 1, last_status: "completed_with_errors" });
  const { body: record } = await tenant.get(`/imports/${config.last_job_id}`);
  expect(record).toMatchObject({ config_id: config.id, products_created: 2, failed_rows: 1, supplier_code: "ACME" });
  const { items } = (await tenant.get("/products?sort_by=title&sort_order=asc")).body;
  expect(items.map(({ title }: { title: string }) => title)).toEqual(["First", "Second"]);
  const [mail] = await mailsOf(tenant);
  expect(String(mail?.["body"])).toContain(`/api/v1/imports/${record.id}/report`);
  const failed = await tenant.get(`/imports/${record.id}/report`);
  expect(failed.headers.get("content-disposition")).toContain(".csv");
  expect(failed.body).toMatch(/\r\n4,error,ean_too_short,/);
  expect((await tenant.delete(`/mapping-templates/${template.id}`)).status).toBe(409);

  // The next hour finds the same file, and leaves it.
  await pass(HOUR_MS);
  expect((await tenant.get(`/import-configs/${config.id}`)).body).toMatchObject({
    run_count: 2,
    last_status: "unchanged",
  });
  expect((await tenant.get("/products")).body.meta.total).toBe(2);
}
