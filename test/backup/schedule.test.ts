import { afterAll, describe, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EVERY_TENANT } from "../../db/ports.ts";
import { findSchedule } from "../../db/schedules/schedules.ts";
import { listRecords, removeRecord } from "../../src/backup/backup-record.ts";
import { openBackups } from "../../src/backup/backups.ts";
import { followBackupSettings } from "../../src/backup/plan-backups.ts";
import { beginAllDue } from "../../workers/schedules/follow.ts";
import { clock, runJobs, services } from "../harness.ts";
import { openMailServer } from "../mail/mail-server.ts";

const { dataDir } = services.config;
const server = await openMailServer();
const { smtpUrl, mailFrom } = services.config;
afterAll(async () => {
  // Other files share the settings.
  Object.assign(services.config, { smtpUrl, mailFrom });
  await server.close();
});
const NIGHTLY = { ...services.config, backupSchedule: "30 2 * * *", operatorEmail: "operator@example.com" };
const follow = (config = NIGHTLY) => followBackupSettings({ ...services, config });
const planned = () => findSchedule(services.reader(EVERY_TENANT), { kind: "backup.make", ownerId: "instance" });
const scheduled = async () => (await listRecords(dataDir)).filter(({ trigger }) => trigger === "schedule");
const DAY_MS = 86_400_000;

/** Runs all that is due, with the tries that follow a failure. */
async function runDue() {
  await beginAllDue(services);
  for (let tried = 0; tried < 6; tried++) {
    await runJobs();
    clock.nowMs += 120_000;
  }
}

/** Mails that other files have left are sent as well. */
const ofOperator = () => server.mails.filter(({ to }) => to.includes("operator@example.com"));

describe("CATALOGD_BACKUP_SCHEDULE", () => {
  test("makes one backup for each due time, with any number of processes", async () => {
    await follow();
    const at = (await planned())?.plannedAtMs ?? 0;
    expect(new Date(at).toISOString()).toEndWith("T02:30:00.000Z");
    clock.nowMs = at - 60_000;
    await follow(); // another process starts
    expect((await planned())?.plannedAtMs).toBe(at);
    await beginAllDue(services);
    await runJobs();
    expect(await scheduled()).toEqual([]);

    clock.nowMs = at + 1_000;
    await Promise.all([beginAllDue(services), beginAllDue(services)]);
    await runDue();
    const made = await scheduled();
    expect(made.map(({ status, error }) => [status, error])).toEqual([["completed", null]]);
    expect((await planned())?.plannedAtMs).toBe(at + DAY_MS);
  });

  test("health and metrics report the last one", async () => {
    const [last] = await scheduled();
    const { backup } = await services.health();
    expect(backup).toMatchObject({
      status: "up",
      last_status: "completed",
      last_success_at: last?.finished_at,
      failures_since: 0,
    });
    const figures = await services.gauges();
    expect(figures).toMatchObject({
      catalogd_backup_failures: 0,
      catalogd_backup_last_success_timestamp_seconds: Date.parse(last?.finished_at ?? "") / 1_000,
      catalogd_backup_last_size_bytes: last?.size_bytes,
    });
  });

  test("one that fails is tried again, then the operator is notified by mail; the service stays ready", async () => {
    // A file where the folder of backups would be.
    for (const { id } of await listRecords(dataDir)) await removeRecord(dataDir, id);
    rmSync(join(dataDir, "backups"), { recursive: true });
    writeFileSync(join(dataDir, "backups"), "");
    const smtp = { smtpUrl: server.url, mailFrom: "catalogd@example.com" };
    Object.assign(services.config, smtp);
    clock.nowMs = ((await planned())?.plannedAtMs ?? 0) + 1_000;
    await runDue();
    rmSync(join(dataDir, "backups"));

    const failed = await scheduled();
    expect(failed.map(({ status }) => status)).toEqual(Array(5).fill("failed"));
    expect(ofOperator()).toHaveLength(1);
    expect(ofOperator()[0]?.raw).toContain("Subject: A backup of catalogd has failed");
    expect(ofOperator()[0]?.body).toContain(String(failed[0]?.error).slice(0, 20));
    const { backup } = await services.health();
    expect(backup).toMatchObject({ status: "up", last_status: "failed", failures_since: 5 });
    expect(await services.gauges()).toMatchObject({ catalogd_backup_failures: 5 });
  });

  test("the same for one that was begun by a request", async () => {
    server.mails.length = 0;
    writeFileSync(join(dataDir, "backups"), "");
    const backups = openBackups({ ...services, config: NIGHTLY });
    await backups.begin({});
    await backups.settled();
    rmSync(join(dataDir, "backups"));
    await runJobs();
    expect(ofOperator()).toHaveLength(1);
  });

  test("without the setting nothing is planned any more", async () => {
    await follow({ ...services.config, backupSchedule: undefined } as unknown as typeof NIGHTLY);
    expect(await planned()).toBeUndefined();
  });
});
