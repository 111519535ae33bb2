import { expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { survivePushes } from "./push-products.ts";

const PRODUCTS = 400;
const KILLS = 4;

test(
  `${PRODUCTS} products, a fifth of the answers lost, are on the shop once each after ${KILLS} kills`,
  async () => {
    const report = await survivePushes(temporaryFolder(), { products: PRODUCTS, kills: KILLS }, Math.random);
    expect(report.faults).toEqual([]);
  },
  5 * 60_000,
);
