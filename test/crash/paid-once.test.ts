import { expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { sized } from "../sized.ts";
import { survivePayments } from "./paid-once.ts";

test(
  "S34.21 what models and translators have answered is paid for once, however often the service is killed",
  async () => {
    const sizes = { products: 100, kills: sized(2, 4), killsOfOthers: 1, watched: 3 };
    const report = await survivePayments(temporaryFolder(), sizes, Math.random);
    expect(report.faults).toEqual([]);
  },
  5 * 60_000,
);
