import { expect, test } from "bun:test";
import { EVERY_TENANT } from "../../db/ports.ts";
import { changeTenant } from "../../src/identity/tenants/change-tenant.ts";
import { applyChunk } from "../../src/imports/run/chunk/apply-chunk.ts";
import { claimJobs } from "../../src/jobs/lifecycle.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { runJob } from "../../workers/run-job.ts";
import { newTenant, runJobs, services } from "../harness.ts";
import { HEADER, lines, prepare } from "./import-client.ts";

const ROWS = 9_000;
/** Chunks of 500 that the writer may have when the licence changes. */
const IN_HAND = 12;
const file = lines(HEADER, ...Array.from({ length: ROWS }, (_, index) => `,S${index},Name ${index},1,1`));
const plan = { mapping: { sku: "sku", name: "name", price: "price" } };

/** A tenant with an import that waits to be run. */
async function given() {
  const tenant = await newTenant();
  const id = await prepare(tenant, file, plan);
  await tenant.post(`/imports/${id}/start-processing`);
  const setLicence = (licenseStatus: "active" | "suspended") =>
    services.write(changeTenant, tenant.id, { licenseStatus });
  const switchModule = (imports: boolean) => services.write(changeTenant, tenant.id, { modules: { imports } });
  const read = async () => (await tenant.get(`/imports/${id}`)).body;
  return { tenant, id, setLicence, switchModule, read };
}

test("S10.2 a suspended licence ends an import after the chunks in progress; with the licence it goes on from there", async () => {
  const { tenant, setLicence, read } = await given();
  const suspending: ThreadServices = {
    ...services,
    write: async (mutation, ...rest) => {
      const result = await services.write(mutation, ...rest);
      if (mutation.name === applyChunk.name) await setLicence("suspended");
      return result;
    },
  };
  const { jobs } = await services.write(claimJobs, EVERY_TENANT, { queue: "bulk", owner: "test", limit: 10 });
  const job = jobs.find(({ tenantId }) => tenantId === tenant.id);
  if (!job) throw new Error("The import was not claimed");

  await runJob(suspending, job, new AbortController().signal);
  const stopped = await read();
  await runJobs();
  const halted = await read();
  await setLicence("active");
  await runJobs();

  expect(stopped.processed_rows).toBeWithin(500, IN_HAND * 500 + 1);
  expect(stopped.status).toBe("paused");
  expect(halted).toEqual(stopped);
  expect(await read()).toMatchObject({ status: "completed", products_created: ROWS, processed_rows: ROWS });
});

test("S10.2 an import that waits does not begin while the licence is suspended; another tenant's does", async () => {
  const [suspended, other] = [await given(), await given()];
  await suspended.setLicence("suspended");

  await runJobs();

  expect(await suspended.read()).toMatchObject({ processed_rows: 0, status: "paused" });
  expect((await other.read()).status).toBe("completed");
  await suspended.setLicence("active");
  await runJobs();
  expect((await suspended.read()).status).toBe("completed");
});

test("S37.8 without the module imports stand still, also when the licence comes back; what a user paused stays so", async () => {
  const [halted, paused] = [await given(), await given()];
  await paused.tenant.post(`/imports/${paused.id}/pause`);
  for (const { setLicence, switchModule } of [halted, paused]) {
    await switchModule(false);
    await setLicence("suspended");
    await setLicence("active");
  }
  await runJobs();
  const rows = (id: string, { tenant }: typeof halted) =>
    tenant.db.one("select status, processed_rows from import where tenant_id = :tenant and id = :id", { id }, (row) => [
      row["status"],
      Number(row["processed_rows"]),
    ]);
  const meanwhile = [await rows(halted.id, halted), await rows(paused.id, paused)];
  for (const { switchModule } of [halted, paused]) await switchModule(true);
  await runJobs();

  expect(meanwhile).toEqual([
    ["paused", 0],
    ["paused", 0],
  ]);
  expect((await halted.read()).status).toBe("completed");
  expect((await paused.read()).status).toBe("paused");
});
