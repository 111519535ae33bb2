import { expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { surviveKills } from "./kill.ts";

const KILLS = 12;

test(
  `D3-174 imports, exports and acknowledged writes survive ${KILLS} kills`,
  async () => {
    const report = await surviveKills(temporaryFolder(), KILLS, Math.random);
    expect(report.faults).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(KILLS);
    expect(report.exports).toBe(3);
  },
  10 * 60_000,
);
