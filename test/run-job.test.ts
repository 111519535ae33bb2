import { afterEach, expect, test } from "bun:test";
import { pino } from "pino";
import { EVERY_TENANT } from "../db/ports.ts";
import { rescueJobs } from "../src/jobs/lifecycle.ts";
import type { ThreadServices } from "../src/runtime/services.ts";
import { runJob } from "../workers/run-job.ts";
import { addProducts } from "./add-products.ts";
import { claimJobOf, newTenant, runJobs, services } from "./harness.ts";

const realSetInterval = globalThis.setInterval;
afterEach(() => {
  globalThis.setInterval = realSetInterval;
});

test("a thread that was slow gives its job up to another without a failure or a death of the job", async () => {
  const tenant = await newTenant();
  await services.write(addProducts, tenant.id, [{}, {}]);
  const { body } = await tenant.post("/exports/csv/products", { include_fields: ["id"] });
  const job = await claimJobOf(tenant.id);
  const lines: { level: number; msg: string }[] = [];
  const log = pino({ level: "debug" }, { write: (line) => lines.push(JSON.parse(line)) });
  // Its next sign of life comes when the job is no longer its own.
  globalThis.setInterval = ((run: () => void) => realSetInterval(run, 1)) as typeof setInterval;
  const thread: ThreadServices = {
    ...services,
    log,
    files: {
      ...services.files,
      put: async () => {
        await services.write(rescueJobs, EVERY_TENANT, undefined);
        await Bun.sleep(100);
        throw new DOMException("aborted by its signal", "AbortError");
      },
    },
  };

  await runJob(thread, job, new AbortController().signal);
  globalThis.setInterval = realSetInterval;

  const loud = lines.filter(({ level }) => level > 30);
  expect(loud.map(({ level, msg }) => [level, msg])).toEqual([[40, "lost the lease of a job"]]);
  const deaths = await tenant.db.one(
    "select deaths from job where tenant_id = :tenant and id = :id",
    { id: job.jobId },
    (row) => Number(row["deaths"]),
  );
  expect(deaths).toBe(0);
  await runJobs();
  expect((await tenant.get(`/exports/progress/${body.task_id}`)).body.state).toBe("SUCCESS");
});
