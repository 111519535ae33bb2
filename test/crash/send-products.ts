import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openConnection } from "../../db/local/connection.ts";
import type { FileServer } from "../remote-files/file-servers.ts";
import { startRelay } from "../servers/relay.ts";
import { type Killable, killable } from "./killable.ts";
import { filesIn, makeProducts } from "./send-file.ts";

const PER_PAGE = 100;
const LOOK_MS = 2;
/** A few of the requested ones are no products. */
const UNKNOWN_EVERY = 50;
/** How long a life goes on at most after it has sent something. */
const LIFE_MS = 400;

export interface SendReport {
  kills: number;
  /** How many were at the partner when the kill came that was placed, with the next one on its way. */
  heldAt: number;
  faults: string[];
}

interface Sending {
  products: number;
  /** At any time. */
  kills: number;
  /** Besides: when this many are there and the next one is on its way. */
  holdAt: number;
  server: FileServer;
  /** Of a platform that sends to this port. */
  platform: (port: number) => object;
}

/** What is requested: all products, and some ids that are none. */
async function idsOf({ call }: Killable, products: number): Promise<{ known: string[]; asked: string[] }> {
  const numbers = Array.from({ length: products / PER_PAGE }, (_, index) => index + 1);
  const pages = await Promise.all(numbers.map((page) => call("GET", `/products?page=${page}&per_page=${PER_PAGE}`)));
  const known = pages.flatMap(({ items }) => items.map(({ id }: { id: string }) => id));
  const requests = known.flatMap((id, index) => (index % UNKNOWN_EVERY === 0 ? [id, crypto.randomUUID()] : [id]));
  return { known, asked: requests };
}

/** What is wrong with a job that is over. */
async function faultsOf(service: Killable, jobId: string, given: { known: string[]; asked: string[] }, folder: string) {
  const over = await service.until(`/exports/jobs/${jobId}`, ({ status }) => /completed|failed/.test(status));
  const unknown = given.asked.length - given.known.length;
  const reported = [over.status, over.total_items, over.success_items, over.failed_items].join(" ");
  const wanted = ["completed", given.asked.length, given.known.length, unknown].join(" ");
  const connection = openConnection(join(service.data, "catalogd.db"), "reader");
  const rows = connection.rows(
    `select status, count(*) as items, count(distinct product_id) as products from export_item
      where job_id = :jobId group by status order by status`,
    { jobId },
  );
  connection.close();
  const items = JSON.stringify(rows.map(({ status, items, products }) => [status, items, products]));
  const wantedItems = JSON.stringify([
    ["failed", unknown, unknown],
    ["success", given.known.length, given.known.length],
  ]);
  const names = new Set(readdirSync(folder));
  const missing = given.known.filter((id) => !names.delete(`${id}.json`));
  const broken = given.known.filter((id) => !missing.includes(id) && !isWhole(join(folder, `${id}.json`), id));
  const faultyIds = Object.keys(over.error_details).filter((id) => given.known.includes(id));
  return [
    ...(reported === wanted ? [] : [`the job says ${reported}, not ${wanted}`]),
    ...(items === wantedItems ? [] : [`its items are ${items}, not ${wantedItems}`]),
    ...(faultyIds.length === 0 ? [] : [`${faultyIds} are told as failed`]),
    ...missing.map((id) => `${id} is not there`),
    ...broken.map((id) => `${id} is not whole`),
    ...[...names].map((name) => `${name} is there, too`),
    ...filesIn(service.temporary).map((path) => `${path} is left among temporary files`),
  ];
}

function isWhole(path: string, id: string): boolean {
  try {
    return JSON.parse(readFileSync(path, "utf8")).id === id;
  } catch {
    return false;
  }
}

/**
 * Products are sent to a partner, one file each, while the service is killed again and again; then what is there is counted, and
 * what the job says of it. `random` gives numbers from 0 to 1.
 */
export async function surviveSending(
  { products, kills, holdAt, server, platform }: Sending,
  random: () => number,
): Promise<SendReport> {
  const relay = await startRelay(server.port);
  const service = await killable();
  await makeProducts(service, products);
  const given = await idsOf(service, products);
  const { id } = await service.call("POST", "/exports/platforms", {
    ...{ name: "Partner", is_active: true, rate_limit_per_second: 100 },
    ...platform(relay.port),
  });
  const sent = () =>
    readdirSync(server.folder).filter((name) => name.endsWith(".json") && !name.startsWith(".")).length;
  const { id: jobId } = await service.call("POST", `/exports/platforms/${id}/bulk-export`, {
    product_ids: given.asked,
  });
  const killAgain = async () => {
    await service.kill();
    relay.letPass();
    await relay.endHeld("is lost");
    await service.start();
  };
  let [done, heldAt] = [0, 0];
  while (done < kills || heldAt === 0) {
    const before = sent();
    if (before >= products) break;
    // Each life sends something before it ends.
    while (sent() === before) await Bun.sleep(LOOK_MS);
    if (heldAt === 0 && sent() >= holdAt) {
      await relay.holdAfter(0);
      heldAt = sent();
      await killAgain();
    } else if (done < kills) {
      await Bun.sleep(random() * LIFE_MS);
      await killAgain();
      done++;
    }
  }
  const faults = await faultsOf(service, jobId, given, server.folder);
  const exitCode = await service.stop();
  await relay.stop();
  const ends = JSON.stringify({ kills: done, exitCode });
  const wanted = JSON.stringify({ kills, exitCode: 0 });
  return { kills: done + 1, heldAt, faults: ends === wanted ? faults : [...faults, `${ends}, not ${wanted}`] };
}
