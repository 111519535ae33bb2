import { expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { sized } from "../sized.ts";
import { EXPORT_EVERY, surviveKills } from "./kill.ts";

const KILLS = sized(6, 12);
const ROWS = sized(12_000, 40_000);

test(
  `D3-174 imports, exports and acknowledged writes survive ${KILLS} kills`,
  async () => {
    const report = await surviveKills(temporaryFolder(), { kills: KILLS, rows: ROWS }, Math.random);
    expect(report.faults).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(KILLS);
    expect(report.exports).toBe(Math.ceil(KILLS / EXPORT_EVERY));
  },
  10 * 60_000,
);
