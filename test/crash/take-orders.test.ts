import { expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { surviveOrders } from "./take-orders.ts";

test(
  "D1-114 orders in bursts, doubled and repeated, with a kill in the middle, each take from the stock once",
  async () => {
    const { faults, sent } = await surviveOrders(temporaryFolder(), { orders: 600, connections: 32, kills: 1 });
    expect(faults).toEqual([]);
    expect(sent).toBeGreaterThan(600);
  },
  3 * 60_000,
);
