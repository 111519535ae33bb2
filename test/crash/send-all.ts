import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { type FileServer, PASSWORD, startFtp, startWebdav, USER } from "../remote-files/file-servers.ts";
import { startRelay } from "../servers/relay.ts";
import { killable } from "./killable.ts";
import { filesIn, type KillPoint, makeProducts, surviveFileKills } from "./send-file.ts";
import { surviveSending } from "./send-products.ts";

/** More than greetings and heads, and less than the file. */
const [FIRST_BYTES, MORE_BYTES] = [10_000, 9_000_000];
const login = { username: USER, password: PASSWORD };
export const ftpPlatform = (port: number) => ({ platform_type: "ftp", config: { host: "127.0.0.1", port, ...login } });
export const webdavPlatform = (port: number) => ({
  platform_type: "cloud_drive",
  config: { base_url: `http://127.0.0.1:${port}/`, ...login },
});

/** A partner's server with a line in front of it. */
export async function openPartner(server: FileServer, platform: (port: number) => object) {
  const relay = await startRelay(server.port);
  return {
    relay,
    platform: platform(relay.port),
    files: () => new Map(filesIn(server.folder).map((path) => [relative(server.folder, path), readFileSync(path)])),
    stop: async () => {
      await relay.stop();
      await server.stop();
    },
  };
}

/** What a file of a schedule is killed at: its building, its way, and in between. */
const someMoments = (count: number, random: () => number): KillPoint[] =>
  Array.from({ length: count }, () => {
    const one = random();
    return one < 0.4 ? "building" : one < 0.8 ? FIRST_BYTES + random() * MORE_BYTES : { before: "MOVE " };
  });

/** Products one by one over FTP and WebDAV, then a file of many over WebDAV, each while the service is killed. */
export async function surviveSendings(
  each: { products: number; kills: number; holdAt: number },
  file: { products: number; kills: number },
  random: () => number,
): Promise<{ what: string; kills: number; faults: string[] }[]> {
  const ftp = await startFtp();
  const overFtp = await surviveSending({ ...each, server: ftp, platform: ftpPlatform }, random);
  await ftp.stop();
  const webdav = await startWebdav();
  const overWebdav = await surviveSending({ ...each, server: webdav, platform: webdavPlatform }, random);
  await webdav.stop();
  const partner = await openPartner(await startWebdav(), webdavPlatform);
  const service = await killable();
  await makeProducts(service, file.products);
  const faults = await surviveFileKills(service, partner, { moments: someMoments(file.kills, random), late: false });
  await service.stop();
  await partner.stop();
  return [
    { what: "products over FTP", ...overFtp },
    { what: "products over WebDAV", ...overWebdav },
    { what: "a file of a schedule", kills: file.kills, faults },
  ];
}
