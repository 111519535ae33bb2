import { runJobs } from "../harness.ts";
import { testFamily } from "../sweeps/test-families.ts";

export const exportPlatforms = testFamily({
  behind: ["products"],
  /** A platform whose server is away, and a job that failed there. */
  seed: {
    make: async ({ tenant, canary, ids }) => {
      const { body: platform } = await tenant.post("/exports/platforms", {
        name: `Partner ${canary}`,
        platform_type: "ftp",
        // No one listens there.
        config: { host: "r9.receiver.test", port: 1, username: canary, password: canary, folder: "in" },
        is_active: true,
        retry_on_error: false,
      });
      const wanted = { product_ids: [ids["product_id"]], job_metadata: { note: canary } };
      const { body: job } = await tenant.post(`/exports/platforms/${platform.id}/bulk-export`, wanted);
      await runJobs();
      // A platform that goes takes its schedules along.
      const { body: other } = await tenant.post("/exports/platforms", {
        name: `Other ${canary}`,
        platform_type: "sftp",
      });
      const { body: schedule } = await tenant.post("/exports/schedules", {
        platform_id: other.id,
        schedule_name: `Nightly ${canary}`,
        cron_expression: "30 2 * * *",
      });
      return { "exports/platform_id": platform.id, "exports/job_id": job.id, schedule_id: schedule.id };
    },
    bodies: (ids) => ({
      createExportSchedule: {
        platform_id: ids["exports/platform_id"],
        schedule_name: "Nightly",
        cron_expression: "30 3 * * *",
      },
    }),
  },
});
