import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";
import { surviveKills } from "./kill.ts";

/** `npm run test:kill`: the crash test with as many kills as are asked for, 100 when none are. */
const kills = Number(process.argv[2] ?? 100);
const report = await surviveKills(temporaryFolder(), kills, Math.random);
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
process.exit(report.faults.length === 0 ? 0 : 1);
