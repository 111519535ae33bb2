import { expect, test } from "bun:test";
import { startFtp } from "../remote-files/file-servers.ts";
import { ftpPlatform } from "./send-all.ts";
import { surviveSending } from "./send-products.ts";

const SENT = { products: 200, kills: 2, holdAt: 100 };

test(`${SENT.products} products are at the partner once each and whole, and counted once, after ${SENT.kills + 1} kills`, async () => {
  const server = await startFtp();
  const { faults, heldAt } = await surviveSending({ ...SENT, server, platform: ftpPlatform }, Math.random);
  expect(faults).toEqual([]);
  expect(heldAt).toBeGreaterThanOrEqual(SENT.holdAt);
  await server.stop();
}, 120_000);
