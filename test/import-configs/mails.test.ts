import { afterAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beginScheduled } from "../../src/imports/configs/begin-config.ts";
import { newTenant, runJobs, services } from "../harness.ts";
import { EANS, lines } from "../imports/import-client.ts";
import { startSources } from "../imports/sources/given-sources.ts";
import { mailsOf } from "./supplier-story.ts";

const { sftp, sftpBody, stop } = await startSources();
afterAll(async () => void (await stop()));

async function given(file_pattern: string) {
  const tenant = await newTenant();
  await tenant.put("/settings/languages", { pivot: "fr", enabled: ["fr", "en"] });
  const { body: template } = await tenant.post("/mapping-templates/supplier", {
    name: "List",
    column_mapping: { EAN: "ean", SKU: "sku", Name: "name" },
  });
  const { body } = await tenant.post("/import-configs", {
    name: "Nuit",
    source_type: "sftp",
    source: sftpBody({ file_pattern }),
    template_id: template.id,
    notification_emails: ["acheteur@shop.example"],
  });
  return { tenant, id: body.id as string };
}

test("mails are in the tenant's language, name the file, and have whole links", async () => {
  writeFileSync(
    join(sftp.folder, "outbox", "mail.csv"),
    lines("ean,sku,name", `${EANS[0]},A-1,First`, "123,A-2,Second"),
  );
  const { tenant, id } = await given("mail.csv");
  await tenant.post(`/import-configs/${id}/run`);
  await runJobs();
  const [mail] = await mailsOf(tenant);
  const { last_job_id: job } = (await tenant.get(`/import-configs/${id}`)).body;
  expect(mail?.["subject"]).toBe("Nuit : mail.csv est importé");
  expect(mail?.["body"]).toContain(`http://localhost/api/v1/imports/${job}/report`);
  expect(mail?.["body"]).toContain(
    `à corriger et à envoyer de nouveau : http://localhost/api/v1/imports/${job}/failed-rows`,
  );
});

test("a mail of a file that never came says which was looked for; schedules link to CATALOGD_API_URL", async () => {
  const { tenant, id } = await given("gone-*.csv");
  await services.write(beginScheduled, tenant.id, { id, tasksMax: 0, apiUrl: "https://pim.example" });
  await runJobs();
  const [mail] = await mailsOf(tenant);
  expect(mail?.["body"]).toStartWith("Nuit n'a pas pu importer gone-*.csv.");
  expect(mail?.["body"]).toContain("https://pim.example/api/v1/imports/");
});
