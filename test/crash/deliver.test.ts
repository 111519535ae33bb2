import { expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { surviveDeliveries } from "./deliver.ts";

const EVENTS = 300;
const KILLS = 3;

test(
  `S6.12 ${EVENTS} events, a tenth of the answers failing, survive ${KILLS} kills`,
  async () => {
    const report = await surviveDeliveries(
      temporaryFolder(),
      { events: EVENTS, kills: KILLS, failingShare: 0.1 },
      Math.random,
    );
    expect(report.faults).toEqual([]);
    expect(report.events).toBe(EVENTS);
  },
  5 * 60_000,
);
