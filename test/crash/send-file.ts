import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { openConnection } from "../../db/local/connection.ts";
import type { startRelay } from "../servers/relay.ts";
import type { Killable } from "./killable.ts";

const AT_ONCE = 1_000;
const WORDS = "what makes the file of some thousand products a large one ".repeat(4);

/** A partner's server, and the line to it. */
export interface FilePartner {
  relay: Awaited<ReturnType<typeof startRelay>>;
  /** Of a platform that sends through the line. */
  platform: object;
  /** All that lies there, temporary files too. */
  files(): Promise<Map<string, Uint8Array>> | Map<string, Uint8Array>;
}

/**
 * When the service is killed: while it builds the file, when it has sent this many bytes, or when it is about to send some
 * text.
 */
export type KillPoint = "building" | number | { before: string };

/** The files below a folder. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, `${name}`))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());

/** What the files of exports have here, in whole or in part. */
const filesBuilt = ({ data }: Killable) =>
  filesIn(join(data, "files")).filter((path) => path.includes("/export-files/") && statSync(path).size > 0);

/** Makes this many products. */
export async function makeProducts({ call }: Killable, count: number): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => ({
      reference: `SENT-${from + index}`,
      name: `Sent ${from + index}`,
      description: WORDS,
    }));
    await call("POST", "/appsync/products/sync", rows);
  }
}

/** Makes a schedule for a partner; it is due at the next start. Returns the id of its platform. The service is killed. */
async function planRun(service: Killable, { platform }: FilePartner): Promise<string> {
  const { id } = await service.call("POST", "/exports/platforms", { name: "Partner", is_active: true, ...platform });
  await service.call("POST", "/exports/schedules", {
    ...{ platform_id: id, schedule_name: "Nightly", max_retries: 0 },
    ...{ schedule_type: "interval_minutes", interval_minutes: 1_440 },
  });
  await service.kill();
  const connection = openConnection(join(service.data, "catalogd.db"), "writer");
  connection.run("update schedule set planned_at_ms = 1000 where kind = 'export-schedules.run'", {});
  connection.close();
  return id;
}

const isBuilding = (service: Killable) => filesBuilt(service).some((path) => path.endsWith(".part"));
/** A machine that has much to do may look too late. */
const TRIES = 5;

/** Starts the service and kills it at that point of the run. Answers whether it was at that one. */
async function killAt(service: Killable, { relay }: FilePartner, moment: KillPoint): Promise<boolean> {
  let isSending = false;
  const held = relay.holdAfter(moment === "building" ? 0 : typeof moment === "number" ? moment : moment.before);
  void held.then(() => {
    isSending = true;
  });
  await service.start();
  if (moment !== "building") await held;
  else while (!isSending && !isBuilding(service)) await Bun.sleep(2);
  await service.kill();
  relay.letPass();
  return isBuilding(service) === (moment === "building");
}

/** What is wrong when a run is over whose file should hold all products. */
async function faultsOf(service: Killable, partner: FilePartner, platformId: string): Promise<string[]> {
  const { call, until } = service;
  const { items } = await until(`/exports/jobs?platform_id=${platformId}`, (page) =>
    /completed|failed/.test(page.items[0]?.status),
  );
  const [job] = items;
  const { task_id: task } = await call("POST", "/exports/csv/products", {});
  const { state, result } = await until(`/exports/progress/${task}`, ({ state }) => /SUCCESS|FAILURE/.test(state));
  const expected = await service.download(`/exports/download/${task}`);
  const sent = [...(await partner.files())];
  const counted = `${items.length} job, ${job.status}: ${job.success_items} and ${job.failed_items} of ${job.total_items}`;
  const wanted = `1 job, completed: ${result?.rows} and 0 of ${result?.rows}`;
  const connection = openConnection(join(service.data, "catalogd.db"), "reader");
  const [row] = connection.rows(
    "select count(*) as items, count(distinct product_id) as products from export_item where job_id = :id",
    { id: job.id },
  );
  connection.close();
  return [
    ...(state === "SUCCESS" ? [] : [`what is expected could not be made: ${state}`]),
    ...(counted === wanted ? [] : [`${counted}, not ${wanted}: ${job.error_message}`]),
    ...(Number(row?.["items"]) === result?.rows && row?.["products"] === row?.["items"]
      ? []
      : [`${row?.["items"]} items for ${row?.["products"]} products`]),
    ...(sent.length === 1 ? [] : [`${sent.length} files are there: ${sent.map(([name]) => name)}`]),
    ...sent.flatMap(([name, bytes]) =>
      Buffer.compare(bytes, expected) === 0
        ? []
        : [`${name} has ${bytes.length} bytes that are not the ${expected.length} expected`],
    ),
    ...filesBuilt(service).map((path) => `${path} is left here`),
    ...filesIn(service.temporary).map((path) => `${path} is left among temporary files`),
  ];
}

/**
 * A schedule sends one file while the service is killed at each of these points; answers what is wrong with what is there
 * in the end. `late`: what was on its way when the service was killed arrives after all.
 */
export async function surviveFileKills(
  service: Killable,
  partner: FilePartner,
  { moments, late }: { moments: readonly KillPoint[]; late: boolean },
): Promise<string[]> {
  const platformId = await planRun(service, partner);
  const faults: string[] = [];
  for (const moment of moments) {
    let tries = 1;
    while (!(await killAt(service, partner, moment)) && tries < TRIES) tries++;
    if (tries === TRIES) faults.push(`no kill at ${JSON.stringify(moment)}`);
    if (!late) await partner.relay.endHeld("is lost");
  }
  await service.start();
  faults.push(...(await faultsOf(service, partner, platformId)));
  if (!late) return faults;
  await partner.relay.endHeld("arrives");
  return [...faults, ...(await faultsOf(service, partner, platformId))];
}
