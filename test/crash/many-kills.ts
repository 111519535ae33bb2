import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { surviveDeliveries } from "./deliver.ts";
import { surviveKills } from "./kill.ts";
import { survivePayments } from "./paid-once.ts";
import { survivePulls } from "./pull-products.ts";
import { survivePushes } from "./push-products.ts";
import { surviveSendings } from "./send-all.ts";
import { surviveOrders } from "./take-orders.ts";

const ROWS = 40_000;
const PUSHES = { products: 1_000, kills: 40 };
const PULLS = { products: 4_000, kills: 40 };
const ORDERS = { orders: 10_000, connections: 64, kills: 3 };
const PAYMENTS = { products: 1_000, kills: 40, killsOfOthers: 10, watched: 24 };
const SENT = { products: 1_000, kills: 25, holdAt: 500 };
const FILE_KILLS = { products: 30_000, kills: 20 };
const DELIVERIES = { events: 4_000, kills: 12, failingShare: 0.1 };

/**
 * `npm run test:kill`: the crash test with as many kills as are requested, 100 when none are, then that of the deliveries
 * to webhooks, those of a shop: pushes, pulls and its orders, that of what models and translators are paid for, and those
 * of products and files that are sent to partners.
 */
const kills = Number(process.argv[2] ?? 100);
const newFolder = () => mkdtempSync(join(tmpdir(), "catalogd-kill-"));
const folders = [newFolder(), newFolder(), newFolder(), newFolder(), newFolder(), newFolder()] as const;
const report = await surviveKills(folders[0], { kills, rows: ROWS }, Math.random);
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
const deliveries = await surviveDeliveries(folders[1], DELIVERIES, Math.random);
process.stdout.write(`${JSON.stringify(deliveries, null, 2)}\n`);
const pushes = await survivePushes(folders[2], PUSHES, Math.random);
process.stdout.write(`${JSON.stringify(pushes, null, 2)}\n`);
const pulls = await survivePulls(folders[3], PULLS, Math.random);
process.stdout.write(`${JSON.stringify(pulls, null, 2)}\n`);
const orders = await surviveOrders(folders[4], ORDERS);
process.stdout.write(`${JSON.stringify(orders, null, 2)}\n`);
const payments = await survivePayments(folders[5], PAYMENTS, Math.random);
process.stdout.write(`${JSON.stringify(payments, null, 2)}\n`);
const sent = await surviveSendings(SENT, FILE_KILLS, Math.random);
process.stdout.write(`${JSON.stringify(sent, null, 2)}\n`);
for (const folder of folders) rmSync(folder, { recursive: true, force: true });
const faults = [report, deliveries, pushes, pulls, orders, payments, ...sent].flatMap((each) => each.faults);
process.exit(faults.length === 0 ? 0 : 1);
