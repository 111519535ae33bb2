import { describe, expect, test } from "bun:test";
import { EVERY_TENANT } from "../../db/ports.ts";
import { applyChunk } from "../../src/imports/apply-chunk.ts";
import { claimJobs, rescueJobs } from "../../src/jobs/lifecycle.ts";
import type { ThreadServices } from "../../src/services.ts";
import { runJob } from "../../workers/run-job.ts";
import { newTenant, runJobs, services } from "../harness.ts";
import { dataFile, prepare, problemCounts, type Tenant } from "./import-client.ts";

const PLAN = { mapping: { sku: "sku", ean: "ean", name: "name", brand: "brand", price: "price" } };

/** Services of a thread that dies at its `death`th chunk: before the writer has it, or after it is committed. */
function dying(death: number, when: "before" | "after"): ThreadServices {
  let chunks = 0;
  const dead = new Promise<never>(() => undefined);
  return {
    ...services,
    write: async (mutation, ...rest) => {
      if (mutation.name !== applyChunk.name) return services.write(mutation, ...rest);
      chunks++;
      if (chunks > death || (chunks === death && when === "before")) return dead;
      const result = await services.write(mutation, ...rest);
      return chunks === death ? dead : result;
    },
  };
}

/** Takes the tenant's job in a thread that dies on the way, and gives it back as a new process would. */
async function runUntilDeath(tenant: Tenant, death: number, when: "before" | "after"): Promise<number> {
  const { jobs } = await services.write(claimJobs, EVERY_TENANT, { queue: "bulk", owner: "dying", limit: 10 });
  const job = jobs.find(({ tenantId }) => tenantId === tenant.id);
  if (!job) throw new Error("The job was not claimed");
  const stopped = new AbortController();
  const run = runJob(dying(death, when), job, stopped.signal);
  const processed = () =>
    tenant.db.one("select processed_rows from import where tenant_id = :tenant", {}, (row) =>
      Number(row["processed_rows"]),
    );
  const expected = (when === "after" ? death : death - 1) * 500;
  const deadlineMs = performance.now() + 10_000;
  while ((await processed()) < expected && performance.now() < deadlineMs) await Bun.sleep(1);
  await services.write(rescueJobs, EVERY_TENANT, undefined);
  void run;
  return processed();
}

const withoutTimes = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !/(^id|_at|duration_seconds)$/.test(name)));

describe("D3-174 an import whose thread dies", () => {
  const file = dataFile("catalog_1k.csv");
  const content = new Uint8Array(Buffer.concat([file, file.subarray(file.indexOf(10) + 1)]));

  test.each([
    [1, "before"],
    [1, "after"],
    [2, "before"],
    [3, "after"],
  ] as const)("at chunk %d, %s its commit, ends with the counters of an uninterrupted one", async (death, when) => {
    const [whole, broken] = [await newTenant(), await newTenant()];
    const [wholeId, brokenId] = [await prepare(whole, content, PLAN), await prepare(broken, content, PLAN)];
    await whole.post(`/imports/${wholeId}/start-processing`);
    await runJobs();
    await broken.post(`/imports/${brokenId}/start-processing`);

    const processed = await runUntilDeath(broken, death, when);
    expect((await broken.get(`/imports/${brokenId}`)).body.status).not.toStartWith("completed");
    await runJobs();

    expect(processed).toBe((when === "after" ? death : death - 1) * 500);
    const [expected, found] = [await whole.get(`/imports/${wholeId}`), await broken.get(`/imports/${brokenId}`)];
    expect(withoutTimes(found.body)).toEqual(withoutTimes(expected.body));
    expect(await problemCounts(broken, brokenId)).toEqual(await problemCounts(whole, wholeId));
  });

  test("three times without a commit has failed, and can be tried again", async () => {
    const tenant = await newTenant();
    const id = await prepare(tenant, content, PLAN);
    await tenant.post(`/imports/${id}/start-processing`);
    for (let death = 0; death < 3; death++) await runUntilDeath(tenant, 1, "before");

    expect((await tenant.get(`/imports/${id}`)).body).toMatchObject({
      status: "failed",
      error_code: "JOB_INTERRUPTED",
    });
    expect((await tenant.post(`/imports/${id}/retry`)).status).toBe(202);
    await runJobs();
    expect((await tenant.get(`/imports/${id}`)).body).toMatchObject({
      status: "completed_with_errors",
      total_rows: 2_000,
    });
  });
});
