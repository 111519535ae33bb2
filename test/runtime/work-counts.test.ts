import { expect, test } from "bun:test";
import { counts, newTenant } from "../harness.ts";
import { testApp } from "../http/test-app.ts";
import { importFile } from "../imports/import-client.ts";
import { deliverAll, newWebhook } from "../webhooks/given.ts";

/** The lines of the metrics page that begin so, as numbers by their labels. */
async function shown(name: string): Promise<Record<string, number>> {
  const page = await testApp().metrics.text(counts.figures());
  const lines = [...page.matchAll(new RegExp(`^${name}\\{(.*)\\} (.+)$`, "gm"))];
  return Object.fromEntries(lines.map(([, labels = "", value]) => [labels, Number(value)]));
}
const differences = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after)
      .map(([labels, value]) => [labels, value - (before[labels] ?? 0)] as const)
      .filter(([, value]) => value !== 0),
  );

test("an import is counted by how it ends, with its rows and its job", async () => {
  const [ends, rows, jobs] = [
    "catalogd_imports_ended_total",
    "catalogd_import_rows_total",
    "catalogd_jobs_ended_total",
  ];
  const before = await Promise.all([ends, rows, jobs].map(shown));
  const tenant = await newTenant();
  await importFile(tenant, "ean,name\n3400949497294,Oak\n123,Not an EAN\n", { mapping: { ean: "ean", name: "name" } });

  const after = await Promise.all([ends, rows, jobs].map(shown));
  const [ended, applied, done] = after.map((each, index) => differences(before[index] ?? {}, each));
  expect(ended).toEqual({ 'outcome="completed_with_errors"': 1 });
  expect(applied).toEqual({ 'outcome="applied"': 1, 'outcome="refused"': 1 });
  expect(done).toMatchObject({ 'kind="imports.run",outcome="done"': 1 });
  expect((await shown("catalogd_job_seconds_total"))['kind="imports.run"']).toBeGreaterThan(0);
});

test("a delivery to a webhook is counted", async () => {
  const before = await shown("catalogd_webhook_attempts_total");
  const { makeProduct } = await newWebhook();
  await makeProduct("Oak board");
  await deliverAll();

  const after = await shown("catalogd_webhook_attempts_total");
  expect(differences(before, after)).toEqual({ 'outcome="delivered"': 1 });
});

test("what has not happened yet is 0, and no label is a tenant's", async () => {
  expect(Object.keys(await shown("catalogd_mails_total"))).toEqual(
    ["sent", "expired", "no_server", "failed"].map((outcome) => `outcome="${outcome}"`),
  );
  expect(await testApp().metrics.text(counts.figures())).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
});
