import { describe, expect, test } from "bun:test";
import { EVERY_TENANT } from "../../db/ports.ts";
import { applyChunk } from "../../src/imports/run/chunk/apply-chunk.ts";
import { noteStep, rescueJobs } from "../../src/jobs/lifecycle.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { runJob } from "../../workers/run-job.ts";
import { claimJobOf, endOtherJobs, newTenant, runJobs, services } from "../harness.ts";
import { dataFile, prepare, problemCounts, type Tenant } from "./import-client.ts";

const PLAN = { mapping: { sku: "sku", ean: "ean", name: "name", brand: "brand", price: "price" } };

/**
 * Services of a thread that dies at its `death`th chunk: before the writer has it, or after it is committed. Once
 * `process.isDead` nothing of it is written any more.
 */
function dying(process: { isDead: boolean }, death: number, when: "before" | "after"): ThreadServices {
  let chunks = 0;
  const dead = new Promise<never>(() => undefined);
  return {
    ...services,
    write: async (mutation, ...rest) => {
      if (process.isDead) return dead;
      if (mutation.name !== applyChunk.name) return services.write(mutation, ...rest);
      chunks++;
      if (chunks > death || (chunks === death && when === "before")) return dead;
      const result = await services.write(mutation, ...rest);
      return chunks === death ? dead : result;
    },
  };
}

const processedRows = ({ db }: Tenant): Promise<number> =>
  db.one("select processed_rows from import where tenant_id = :tenant", {}, (row) => Number(row["processed_rows"]));

/** Waits until this many rows are applied, ten seconds at most. */
async function untilProcessed(tenant: Tenant, rows: number): Promise<void> {
  const deadlineMs = performance.now() + 10_000;
  while ((await processedRows(tenant)) < rows && performance.now() < deadlineMs) await Bun.sleep(1);
}

/** Takes the tenant's job in a thread that dies on the way, and gives it back as a new process would. */
async function runUntilDeath(tenant: Tenant, death: number, when: "before" | "after"): Promise<number> {
  const process = { isDead: false };
  const run = runJob(dying(process, death, when), await claimJobOf(tenant.id), new AbortController().signal);
  await untilProcessed(tenant, (when === "after" ? death : death - 1) * 500);
  process.isDead = true;
  await services.write(rescueJobs, EVERY_TENANT, undefined);
  void run;
  return processedRows(tenant);
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

  test.each(["pause", "cancel"])(
    "D3-165 D3-167 at a %s in the middle stands still; the rest follows",
    async (action) => {
      const tenant = await newTenant();
      const id = await prepare(tenant, content, PLAN);
      await tenant.post(`/imports/${id}/start-processing`);
      const job = await claimJobOf(tenant.id);
      let chunks = 0;
      const stopping: ThreadServices = {
        ...services,
        write: async (mutation, ...rest) => {
          if (mutation.name === applyChunk.name && ++chunks === 3) {
            await untilProcessed(tenant, 1_000);
            await tenant.post(`/imports/${id}/${action}`);
          }
          return services.write(mutation, ...rest);
        },
      };

      await runJob(stopping, job, new AbortController().signal);
      const stopped = (await tenant.get(`/imports/${id}`)).body;
      await tenant.post(`/imports/${id}/${action === "pause" ? "resume" : "retry"}`);
      await runJobs();

      expect(stopped).toMatchObject({ status: action === "pause" ? "paused" : "cancelled", processed_rows: 1_000 });
      const ended = (await tenant.get(`/imports/${id}`)).body;
      expect(ended).toMatchObject({ status: "completed_with_errors", processed_rows: 2_000 });
      // A retry begins at the first row, and finds what the cancelled run has made.
      expect(ended.products_created).toBe(action === "pause" ? 832 : 0);
    },
  );

  test("three times without a commit has failed, and can be tried again", async () => {
    await endOtherJobs();
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

describe("S31.8 an import that is read for long before its first row is applied", () => {
  const MIB = 1024 * 1024;
  const ROWS = 1_200;
  /** Some six megabytes. */
  const rows = Array.from({ length: ROWS }, (_, row) => `long-${row},Product ${row},${"x".repeat(5_000)}`);
  const content = Buffer.from(["sku,name,notes", ...rows].join("\n"));
  const plan = { mapping: { sku: "sku", name: "name" } };

  async function given() {
    const tenant = await newTenant();
    const id = await prepare(tenant, content, plan);
    await tenant.post(`/imports/${id}/start-processing`);
    const status = async () => (await tenant.get(`/imports/${id}`)).body.status;
    /** Takes the job in a thread that dies when this much of the file was noted as read, and gives it back. */
    const dieAfterReading = async (bytes: number) => {
      let hasDied = () => {};
      const died = new Promise<void>((resolve) => {
        hasDied = resolve;
      });
      const thread: ThreadServices = {
        ...services,
        files: {
          ...services.files,
          read: async function* (...place) {
            let read = 0;
            for await (const chunk of services.files.read(...place)) {
              yield chunk;
              read += chunk.byteLength;
              if (read < bytes) continue;
              hasDied();
              await new Promise<never>(() => undefined);
            }
          },
        },
      };
      void runJob(thread, await claimJobOf(tenant.id), new AbortController().signal);
      await died;
      await services.write(rescueJobs, EVERY_TENANT, undefined);
    };
    return { tenant, id, status, dieAfterReading };
  }

  test("gets on with each death that comes later in the file, however many there are", async () => {
    const { tenant, id, status, dieAfterReading } = await given();
    expect(content.length).toBeGreaterThan(5 * MIB);
    for (let part = 0; part < 8; part++) await dieAfterReading((1.5 + part / 2) * MIB);
    expect(await status()).not.toBe("failed");

    await runJobs();
    expect((await tenant.get(`/imports/${id}`)).body).toMatchObject({ status: "completed", products_created: ROWS });
  });

  test("has failed when it ends its thread at the same place three times", async () => {
    await endOtherJobs();
    const { status, dieAfterReading } = await given();
    for (let death = 0; death < 2; death++) {
      await dieAfterReading(2.5 * MIB);
      expect(await status()).not.toBe("failed");
    }
    await dieAfterReading(2.5 * MIB);
    expect(await status()).toBe("failed");
  });

  test("is stopped while it is read", async () => {
    const { tenant, id, status } = await given();
    const job = await claimJobOf(tenant.id);
    let notes = 0;
    const thread: ThreadServices = {
      ...services,
      write: async (mutation, ...rest) => {
        if (mutation.name === noteStep.name && ++notes === 2) await tenant.post(`/imports/${id}/cancel`);
        return services.write(mutation, ...rest);
      },
    };
    await runJob(thread, job, new AbortController().signal);
    expect([await status(), notes]).toEqual(["cancelled", 2]);
  });
});
