import { expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { survivePulls } from "./pull-products.ts";

test(
  "400 products of a shop are in the catalog once each after a kill, and none is pushed back",
  async () => {
    const { faults } = await survivePulls(temporaryFolder(), { products: 400, kills: 1 }, Math.random);
    expect(faults).toEqual([]);
  },
  5 * 60_000,
);
