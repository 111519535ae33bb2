import { describe, expect, test } from "bun:test";
import { newTenant, runJobs } from "../harness.ts";
import { importFile, lines, prepare, type Tenant } from "./import-client.ts";

const MAPPING = { sku: "sku", name: "name", price: "price" };
const list = (row: (index: number) => string, count = 20) =>
  lines("sku,name,price", ...Array.from({ length: count }, (_, index) => row(index)));
const alike = list((index) => `A-${index},Chair,9.00`);
const valid = list((index) => `A-${index},Chair ${index},9.00`);

async function dryRun(tenant: Tenant, content: string) {
  const id = await prepare(tenant, content, { mapping: MAPPING });
  const pending = tenant.post(`/imports/${id}/dry-run`);
  await runJobs();
  return (await pending).body;
}

/** Starts an import whose warnings are to be confirmed. */
async function start(tenant: Tenant, id: string, body: object) {
  const pending = tenant.post(`/imports/${id}/start-processing`, body);
  await runJobs();
  return pending;
}
const reportOf = async (tenant: Tenant, id: string) => String((await tenant.get(`/imports/${id}/report`)).body);
const codesOf = (warnings: { code: string }[]) => warnings.map(({ code }) => code);

describe("what an import comes to as a whole", () => {
  test.each([
    ["names that are nearly all the same", alike, ["names_alike"]],
    ["no price at all", list((index) => `A-${index},Chair ${index},`), ["no_prices"]],
    ["rows that fail for one reason", list((index) => `A-${index},,9.00`), ["one_reason"]],
    ["codes that repeat", list((index) => `A-${index % 4},Chair ${index},9.00`), ["rows_repeat"]],
    ["nothing unusual", valid, []],
    ["too few rows to tell", list((index) => `A-${index},Chair,`, 5), []],
  ])("is named by the dry run and the report: %s", async (_, content, codes) => {
    const tenant = await newTenant();
    const { warnings } = await dryRun(tenant, content);
    expect(codesOf(warnings)).toEqual(codes);
    for (const { message, severity } of warnings) {
      expect(message).not.toContain("{");
      expect(severity).toBeOneOf(["warning", "critical"]);
    }

    const record = await importFile(tenant, content, { mapping: MAPPING });

    const report = await reportOf(tenant, record.id);
    expect(report.match(/^warning,/gm) ?? []).toHaveLength(codes.length);
    for (const { message } of warnings) expect(report).toContain(message);
  });

  test("is named when prices become a hundred times what they were", async () => {
    const tenant = await newTenant();
    await importFile(tenant, valid, { mapping: MAPPING });
    const wrong = valid.replaceAll("9.00", "900");

    expect(await dryRun(tenant, wrong)).toMatchObject({
      warnings: [{ code: "prices_jump", severity: "critical", field: "price" }],
    });
    const { id } = await importFile(tenant, wrong, { mapping: MAPPING });
    expect(await reportOf(tenant, id)).toContain("a hundred times");
  });

  test("has to be confirmed where that is wanted, and only there", async () => {
    const tenant = await newTenant();
    const id = await prepare(tenant, alike, { mapping: MAPPING });

    const refused = await start(tenant, id, { confirm_warnings: true });
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({
      error_code: "INVALID_STATE",
      details: { current_state: "ready", warnings: [{ code: "names_alike", severity: "critical", field: "name" }] },
    });
    expect((await start(tenant, id, { confirm_warnings: true, confirmed_warnings: ["no_prices"] })).status).toBe(409);
    expect((await tenant.get(`/imports/${id}`)).body).toMatchObject({ status: "ready" });
    const meant = await start(tenant, id, { confirm_warnings: true, confirmed_warnings: ["names_alike"] });
    expect(meant.status).toBe(202);
    await runJobs();
    expect((await tenant.get(`/imports/${id}`)).body).toMatchObject({ status: "completed", products_created: 20 });

    const other = await prepare(tenant, alike, { mapping: MAPPING });
    expect((await tenant.post(`/imports/${other}/start-processing`)).status).toBe(202);
    expect((await start(tenant, id, { confirmed_warnings: ["none_of_ours"] })).status).toBe(422);
  });
});
