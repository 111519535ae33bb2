import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { surviveKills } from "./kill.ts";

/** `npm run test:kill`: the crash test with as many kills as are asked for, 100 when none are. */
const kills = Number(process.argv[2] ?? 100);
const folder = mkdtempSync(join(tmpdir(), "catalogd-kill-"));
const report = await surviveKills(folder, kills, Math.random);
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
process.exit(report.faults.length === 0 ? 0 : 1);
