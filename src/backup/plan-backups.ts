import { isDeepStrictEqual } from "node:util";
import { EVERY_TENANT, mutation, type Reader, type Write } from "../../db/ports.ts";
import { findSchedule } from "../../db/schedules/schedules.ts";
import type { Config } from "../config/config.ts";
import type { Timing } from "../schedules/next-run.ts";
import { plan } from "../schedules/schedule-plan.ts";

/** There is one schedule of backups for all processes on a database: its next time and the job of the last are written together. */
const OWNER = { kind: "backup.make", ownerId: "instance" } as const;

interface Planned {
  cron: string | null;
  mailTo: string | null;
}

const timingOf = (cron: string | null): Timing => ({
  schedule_type: "cron_expression",
  cron_expression: cron,
  interval_minutes: null,
  timezone: "UTC",
});

/** Plans the next backup, from now, or none. */
export const planBackups = mutation("backup.plan", (tx, { cron, mailTo }: Planned, { now }) =>
  plan(tx, { ...OWNER, payload: { mailTo }, isActive: cron !== null }, timingOf(cron), now()),
);

/** For the start of a service: has backups made as the settings say. One that was missed meanwhile is caught up. */
export async function followBackupSettings({
  config,
  reader,
  write,
}: {
  config: Pick<Config, "backupSchedule" | "operatorEmail">;
  reader(tenantId: string): Reader;
  write: Write;
}): Promise<void> {
  const wanted: Planned = { cron: config.backupSchedule ?? null, mailTo: config.operatorEmail ?? null };
  const known = await findSchedule(reader(EVERY_TENANT), OWNER);
  const isPlanned =
    known === undefined
      ? wanted.cron === null
      : isDeepStrictEqual([known.timing, known.payload], [timingOf(wanted.cron), { mailTo: wanted.mailTo }]);
  if (!isPlanned) await write(planBackups, EVERY_TENANT, wanted);
}
