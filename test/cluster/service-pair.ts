import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cleanup.ts";
import { startMinio } from "../servers/minio.ts";
import type { ServiceOptions, StartedService } from "../servers/service.ts";
import { startSqld } from "../servers/sqld.ts";
import { type RoundRobin, startRoundRobin } from "./round-robin.ts";

const SECRET_KEY = Buffer.alloc(32, 7).toString("base64");

/** What stands for the service of a folder. */
interface Place {
  proxy: RoundRobin;
  env: Record<string, string>;
  members: (StartedService | undefined)[];
  kills: number;
}
const places = new Map<string, Promise<Place>>();

/** The servers of a folder: their database file is where that of one process would be, and so are their objects. */
async function openPlace(folder: string): Promise<Place> {
  const databaseFolder = `${temporaryFolder()}/data`;
  const objects = join(folder, "data/objects");
  mkdirSync(objects, { recursive: true });
  const [sqld, minio] = await Promise.all([startSqld(undefined, databaseFolder), startMinio(objects)]);
  symlinkSync(join(databaseFolder, "dbs/default/data"), join(folder, "data/catalogd.db"));
  const env = { ...minio.env, CATALOGD_SECRET_KEY: SECRET_KEY, CATALOGD_DATABASE_URL: sqld.url };
  return { proxy: await startRoundRobin([]), env, members: [undefined, undefined], kills: 0 };
}

/**
 * Two processes on one libSQL server behind a plain proxy, in place of one on a file: a crash test kills one of them at a
 * time, the one that has been answering a request for longest, else both in turn, and callers find neither until it is started
 * again, while the other goes on with its work.
 */
export async function startPair(
  { folder, env, ...options }: ServiceOptions,
  start: (options: ServiceOptions) => Promise<StartedService>,
): Promise<StartedService> {
  if (!places.has(folder)) places.set(folder, openPlace(folder));
  const place = (await places.get(folder)) as Place; // the line above has made it
  const { proxy, members } = place;
  const begin = (index: number) => {
    const own = join(folder, `process-${index + 1}`);
    mkdirSync(own, { recursive: true });
    return start({ ...options, folder: own, env: { ...env, ...place.env } });
  };
  const started = await Promise.all(members.map((member, index) => member ?? begin(index)));
  members.splice(0, members.length, ...started);
  const [first] = started as [StartedService];
  proxy.pointAt(started.map(({ url }) => url));
  const endAll = async () => {
    const codes = await Promise.all(started.map((member) => member.kill("SIGTERM")));
    members.fill(undefined);
    return Math.max(...codes);
  };
  const killOne = async () => {
    const busiest = started.findIndex(({ url }) => url === proxy.busiest());
    const index = busiest < 0 ? place.kills++ % members.length : busiest;
    proxy.pointAt([]);
    members[index] = undefined;
    return (started[index] ?? first).kill("SIGKILL");
  };
  return {
    url: proxy.url,
    pid: first.pid,
    output: () => started.map((member) => member.output()).join(""),
    exited: first.exited,
    kill: (signal) => (signal === "SIGTERM" ? endAll() : killOne()),
  };
}
