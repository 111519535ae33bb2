import { expect, test } from "bun:test";
import { EVERY_TENANT } from "../../db/ports.ts";
import { applyChunk } from "../../src/imports/apply-chunk.ts";
import { claimJobs } from "../../src/jobs/lifecycle.ts";
import type { ThreadServices } from "../../src/services.ts";
import { changeTenant } from "../../src/tenants/change-tenant.ts";
import { runJob } from "../../workers/run-job.ts";
import { newTenant, runJobs, services } from "../harness.ts";
import { HEADER, lines, prepare } from "./import-client.ts";

const ROWS = 3_000;
/** Chunks of 500 that the writer may have when the licence changes. */
const IN_HAND = 4;
const file = lines(HEADER, ...Array.from({ length: ROWS }, (_, index) => `,S${index},Name ${index},1,1`));
const plan = { mapping: { sku: "sku", name: "name", price: "price" } };

/** A tenant with an import that waits to be run. */
async function given() {
  const tenant = await newTenant();
  const id = await prepare(tenant, file, plan);
  await tenant.post(`/imports/${id}/start-processing`);
  const setLicence = (licenseStatus: "active" | "suspended") =>
    services.write(changeTenant, tenant.id, { licenseStatus });
  const read = async () => (await tenant.get(`/imports/${id}`)).body;
  return { tenant, setLicence, read };
}

test("S10.2 a suspended licence ends an import after the chunks in hand; with the licence it goes on from there", async () => {
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
  expect(halted).toEqual(stopped);
  expect(await read()).toMatchObject({ status: "completed", products_created: ROWS, processed_rows: ROWS });
});

test("S10.2 an import that waits does not begin while the licence is suspended; another tenant's does", async () => {
  const [suspended, other] = [await given(), await given()];
  await suspended.setLicence("suspended");

  await runJobs();

  expect((await suspended.read()).processed_rows).toBe(0);
  expect((await other.read()).status).toBe("completed");
  await suspended.setLicence("active");
  await runJobs();
  expect((await suspended.read()).status).toBe("completed");
});
