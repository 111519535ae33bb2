import { describe, expect, test } from "bun:test";
import { pino } from "pino";
import type { Job } from "../../db/jobs/queue.ts";
import { EVERY_TENANT, type Write } from "../../db/ports.ts";
import { ExportTasks } from "../../src/exports/tasks/task.ts";
import { rescueJobs } from "../../src/jobs/lifecycle.ts";
import { runJob } from "../../workers/run-job.ts";
import { addProducts } from "../add-products.ts";
import { claimJobOf, clock, endOtherJobs, newTenant, services } from "../harness.ts";
import { bytesAt, readCsv } from "./export-file.ts";

const running = new AbortController().signal;

async function given(products: number, body: unknown = { include_fields: ["id"] }) {
  const tenant = await newTenant();
  if (products > 0)
    await services.write(
      addProducts,
      tenant.id,
      Array.from({ length: products }, () => ({})),
    );
  const { body: started } = await tenant.post("/exports/csv/products", body);
  const taskId = String(started.task_id);
  const claim = () => claimJobOf(tenant.id);
  const progress = async () => (await tenant.get(`/exports/progress/${taskId}`)).body;
  return { tenant, taskId, claim, progress };
}

/** A `write` that calls `see` before each mutation. */
const watching =
  (see: (name: string, input: unknown) => Promise<void>): Write =>
  async (mutation, tenantId, input, options) => {
    await see(mutation.name, input);
    return services.write(mutation, tenantId, input, options);
  };

describe("exports.write", () => {
  test("D3-092 notes its progress at least every thousand rows", async () => {
    const { claim, progress } = await given(2_500);
    const noted: unknown[] = [];
    let atLast: { current: number; percent: number } | undefined;
    const write = watching(async (name, input) => {
      if (name === "exports.note-progress") noted.push((input as { currentRows: unknown }).currentRows);
      if (name !== "exports.finish") return;
      const { state, current, total, percent } = await progress();
      expect([state, total]).toEqual(["PROGRESS", 2_500]);
      atLast = { current, percent };
    });

    await runJob({ ...services, write }, await claim(), running);

    expect(noted).toEqual([0, 1_000, 2_000, 2_500]);
    // All of them are in the row before the file is said to be whole.
    expect(atLast).toEqual({ current: 2_500, percent: 99 });
    expect((await progress()).percent).toBe(100);
  });

  test("S35.4 holds one state of the catalog, with any writes meanwhile", async () => {
    const { tenant, taskId, claim } = await given(1_500);
    let added = false;
    const write = watching(async (name) => {
      if (name !== "exports.note-progress" || added) return;
      added = true;
      await services.write(addProducts, tenant.id, [{}, {}]);
    });

    await runJob({ ...services, write }, await claim(), running);

    const { bytes } = await bytesAt(tenant, `/exports/download/${taskId}`);
    expect(readCsv(bytes).rows.length).toBe(1_500);
  });

  test("a run whose lease was lost keeps nothing, and the next one writes the file whole", async () => {
    const { tenant, taskId, claim, progress } = await given(2_500);
    const first = await claim();
    let second: Promise<Job> | undefined;
    const rescueAndClaim = async () => {
      await services.write(rescueJobs, EVERY_TENANT, undefined);
      return claim();
    };
    const write = watching(async (name, input) => {
      const { currentRows } = input as { currentRows?: number };
      if (name !== "exports.note-progress" || currentRows !== 1_000 || second !== undefined) return;
      // The run may end before this has: a page that it announces meanwhile finds the lease lost.
      second = rescueAndClaim();
      await second;
    });

    await runJob({ ...services, write }, first, running);
    expect(await services.files.sizeBytes(`${tenant.id}/exports/${taskId}`)).toBeUndefined();
    expect((await progress()).state).toBe("PROGRESS");
    const next = await second;
    if (next) await runJob(services, next, running);

    const { bytes } = await bytesAt(tenant, `/exports/download/${taskId}`);
    const ids = readCsv(bytes).rows.map(([id]) => id);
    expect([ids.length, new Set(ids).size]).toEqual([2_500, 2_500]);
  });

  test("S35.1 three deaths of its thread end it in FAILURE, however far it got", async () => {
    await endOtherJobs();
    const { claim, progress } = await given(1_500);
    for (let death = 0; death < 3; death++) {
      const job = await claim();
      const write = watching(async (name) => {
        if (name === "exports.finish") throw Object.assign(new Error("killed"), { name: "LeaseLost" });
      });
      await runJob({ ...services, write }, job, running);
      await services.write(rescueJobs, EVERY_TENANT, undefined);
    }
    expect(await progress()).toMatchObject({
      state: "FAILURE",
      message: "The job was interrupted too many times",
      result: null,
    });
  });

  test("D3-093 an error that stays ends it in FAILURE without its details, and leaves nothing to download", async () => {
    const { tenant, taskId, claim, progress } = await given(1);
    const files = { ...services.files, put: () => Promise.reject(new Error("EIO: /secret/path")) };
    for (let attempt = 0; attempt < 3; attempt++) {
      await runJob({ ...services, files }, await claim(), running);
      clock.nowMs += 3_600_000;
    }
    expect(await progress()).toMatchObject({ state: "FAILURE", message: "Internal error", result: null });
    const { status, body } = await tenant.get(`/exports/download/${taskId}`);
    expect([status, body.error.error_code, body.error.details]).toEqual([
      400,
      "EXPORT_NOT_READY",
      { state: "FAILURE" },
    ]);
    expect((await ExportTasks.find(tenant.db, taskId))?.error).toContain("EIO");
  });

  test("one that would take the room that must stay free fails at once, says why and leaves nothing", async () => {
    const { tenant, taskId, claim, progress } = await given(1);
    // No disk is empty.
    const config = { ...services.config, minFreePercent: 100 };
    await runJob({ ...services, config }, await claim(), running);
    const { state, message } = await progress();
    expect([state, message]).toEqual([
      "FAILURE",
      expect.stringMatching(/^The disk is full: .* start the export again$/),
    ]);
    expect(await services.files.sizeBytes(`${tenant.id}/exports/${taskId}`)).toBeUndefined();
  });

  test("D3-097 logs the pivot language when none was requested", async () => {
    const { taskId, claim } = await given(0);
    const lines: string[] = [];
    const log = pino({}, { write: (line) => lines.push(line) });
    await runJob({ ...services, log }, await claim(), running);
    const entry = lines.map((line) => JSON.parse(line)).find(({ language }) => language !== undefined);
    expect(entry).toMatchObject({ export: taskId, language: "fr" });
  });
});
