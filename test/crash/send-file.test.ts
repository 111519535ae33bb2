import { expect, test } from "bun:test";
import { startWebdav } from "../remote-files/file-servers.ts";
import { killable } from "./killable.ts";
import { openPartner, webdavPlatform } from "./send-all.ts";
import { makeProducts, surviveFileKills } from "./send-file.ts";

const PRODUCTS = 4_000;
/** More than heads of requests, and less than the file. */
const HALF_BYTES = 300_000;

test("the file of a schedule arrives once and whole when the service is killed while it builds, sends and renames it", async () => {
  const partner = await openPartner(await startWebdav(), webdavPlatform);
  const service = await killable();
  await makeProducts(service, PRODUCTS);
  const moments = ["building", HALF_BYTES, { before: "MOVE " }] as const;
  expect(await surviveFileKills(service, partner, { moments, late: false })).toEqual([]);
  expect(await service.stop()).toBe(0);
  await partner.stop();
}, 120_000);
