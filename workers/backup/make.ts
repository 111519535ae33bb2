import { ownWish } from "../../src/backup/backups.ts";
import { makeBackup } from "../../src/backup/make-backup.ts";
import type { JobHandler } from "../../src/jobs/job.ts";

/** Makes the backup of a schedule. Interrupted, it makes another one: what the first left is removed before. */
export const make: JobHandler<"backup.make"> = async (_, { services, signal }) => {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    signal.throwIfAborted();
    const wish = ownWish(services, { id: services.newId(), trigger: "schedule" });
    const { id, location, size_bytes, duration_ms } = await Promise.race([
      makeBackup({ config: services.config, wish }),
      stopped,
    ]);
    services.log.info({ backup: id, location, size_bytes, duration_ms }, "backup made");
  } finally {
    signal.removeEventListener("abort", stop);
  }
};
