import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { surviveDeliveries } from "./deliver.ts";
import { surviveKills } from "./kill.ts";
import { survivePushes } from "./push-products.ts";

const PUSHES = { products: 1_000, kills: 40 };
const DELIVERIES = { events: 4_000, kills: 12, failingShare: 0.1 };

/**
 * `npm run test:kill`: the crash test with as many kills as are asked for, 100 when none are, then that of the deliveries
 * to webhooks, and that of the pushes to a shop.
 */
const kills = Number(process.argv[2] ?? 100);
const newFolder = () => mkdtempSync(join(tmpdir(), "catalogd-kill-"));
const folders = [newFolder(), newFolder(), newFolder()] as const;
const report = await surviveKills(folders[0], kills, Math.random);
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
const deliveries = await surviveDeliveries(folders[1], DELIVERIES, Math.random);
process.stdout.write(`${JSON.stringify(deliveries, null, 2)}\n`);
const pushes = await survivePushes(folders[2], PUSHES, Math.random);
process.stdout.write(`${JSON.stringify(pushes, null, 2)}\n`);
for (const folder of folders) rmSync(folder, { recursive: true, force: true });
process.exit(report.faults.length + deliveries.faults.length + pushes.faults.length === 0 ? 0 : 1);
