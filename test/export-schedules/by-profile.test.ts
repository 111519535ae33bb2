import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EVERY_TENANT } from "../../db/ports.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { beginDue } from "../../src/schedules/schedule-plan.ts";
import { givenPlatform } from "../export-platforms/given.ts";
import { readRecords } from "../exports/export-file.ts";
import { allOf, readXml } from "../exports/feeds/read-xml.ts";
import { clock, runJobs, services } from "../harness.ts";
import { type FileServer, startFtp } from "../remote-files/file-servers.ts";

const AT = "/exports/schedules";
const MINUTE_MS = 60_000;
let server: FileServer;
beforeAll(async () => {
  server = await startFtp();
});
afterAll(() => server.stop());

/** Lets time pass, and runs what is due then. */
async function pass(ms: number): Promise<void> {
  clock.nowMs += ms;
  // Other tests leave schedules, too.
  while ((await services.write(beginDue, EVERY_TENANT, undefined)).more);
  await runJobs();
}

/** A schedule of every half an hour for two products, with what it has sent. */
async function given(fields: object) {
  const platform = await givenPlatform(server.port, [{}, {}]);
  const { tenant, platformId } = platform;
  const name = `Field ${newId().slice(-6)}`;
  const timing = { schedule_type: "interval_minutes", interval_minutes: 30 };
  const body = { platform_id: platformId, schedule_name: name, ...timing, ...fields };
  const created = await tenant.post(AT, body);
  const files = () =>
    readdirSync(server.folder).filter((file) => file.startsWith(name.toLowerCase().replace(" ", "-")));
  const lastJob = async () => (await tenant.get("/exports/jobs?limit=1")).body.items[0];
  return { tenant, created, files, lastJob };
}
const fieldsOf = ({ body }: { body: { error: { details: { field: string }[] } } }) =>
  body.error.details.map(({ field }) => field);

test("a file is made by the profile as it is when the run begins; one that is gone fails the run", async () => {
  const { tenant, files, created, lastJob } = await given({ is_active: false, max_retries: 0 });
  const columns = [{ name: "Ours", field: "title" }];
  const profile = (await tenant.post("/exports/profiles", { name: "Ours", columns })).body;
  const at = `${AT}/${created.body.id}`;
  const unknown = { options: { profile_id: newId() } };
  expect(fieldsOf(await tenant.put(at, { export_config: unknown }))).toEqual(["export_config.profile_id"]);
  const named = { export_config: { options: { profile_id: profile.id } }, is_active: true };
  expect((await tenant.put(at, named)).status).toBe(200);
  await tenant.put(`/exports/profiles/${profile.id}`, { columns: [{ name: "Title", field: "title" }] });
  await pass(30 * MINUTE_MS);
  const [file = ""] = files();
  expect(readRecords(readFileSync(join(server.folder, file)))).toHaveLength(2);
  expect(Object.keys(readRecords(readFileSync(join(server.folder, file)))[0] ?? {})).toEqual(["Title"]);
  await tenant.delete(`/exports/profiles/${profile.id}`);
  await pass(30 * MINUTE_MS);
  expect((await lastJob()).status).toBe("failed");
});

test("a feed goes to a partner's server as its specification wants it", async () => {
  const { tenant, files, created } = await given({ is_active: false });
  const feed = (
    await tenant.post("/exports/feeds", { name: "Partner", feed_type: "bmecat_2005", leave_out_incomplete: false })
  ).body;
  const at = `${AT}/${created.body.id}`;
  const both = { export_config: { feed_id: feed.id, format: "csv" } };
  expect(fieldsOf(await tenant.put(at, both))).toEqual(["export_config.format"]);
  expect(fieldsOf(await tenant.put(at, { export_config: { feed_id: newId() } }))).toEqual(["export_config.feed_id"]);
  await tenant.put(at, { export_config: { feed_id: feed.id }, is_active: true });
  await pass(30 * MINUTE_MS);
  const [file = ""] = files();
  expect(file).toEndWith(".xml");
  const catalog = readXml(readFileSync(join(server.folder, file), "utf8"));
  expect([catalog.name, allOf(catalog, "PRODUCT").length]).toEqual(["BMECAT", 2]);
});
