import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EVERY_TENANT } from "../../db/ports.ts";
import { beginDue } from "../../src/schedules/schedule-plan.ts";
import { readWorkbook } from "../exports/workbook.ts";
import { clock, newTenant, runJobs, services } from "../harness.ts";
import { startApache } from "./partners/apache.ts";
import { startExim } from "./partners/exim.ts";
import { startSshd } from "./partners/sshd.ts";

const TEST_MS = 120_000;
const HOST = "r1.receiver.test";
const [USER, PASSWORD] = ["partner", "s3cret-pass"];
const RETRY_SECONDS = 600;
const FIELDS = ["ean", "name", "category", "price"];

let apache: Awaited<ReturnType<typeof startApache>>;
let sshd: Awaited<ReturnType<typeof startSshd>>;
let exim: Awaited<ReturnType<typeof startExim>>;
beforeAll(async () => {
  apache = await startApache({ user: USER, password: PASSWORD });
  sshd = await startSshd({ password: PASSWORD, passphrase: "a phrase" });
  exim = await startExim({ username: USER, password: PASSWORD, isOpen: true });
}, TEST_MS);
afterAll(() => Promise.all([apache.stop(), sshd.stop(), exim.stop()]));

type Tenant = Awaited<ReturnType<typeof newTenant>>;

/** The clock at that time; what is due then is run. */
async function at(ms: number): Promise<void> {
  clock.nowMs = ms;
  while ((await services.write(beginDue, EVERY_TENANT, undefined)).more);
  await runJobs();
  // Mails that the exports have written.
  await runJobs(["quick"]);
}

async function made(tenant: Tenant, path: string, body: object): Promise<string> {
  const created = await tenant.post(path, body);
  expect([path, created.status]).toEqual([path, 201]);
  return String(created.body.id);
}

/** A product in a category, with a name in English and one in French. */
async function addProduct(tenant: Tenant, [category_id, ean, name, french]: [string, string, string, string]) {
  const id = await made(tenant, "/products", { ean, name, category_id, price: 19.9, is_active: true });
  expect((await tenant.put(`/products/${id}/content-variants/fr`, { title: french })).status).toBeLessThan(300);
  return id;
}

/** A schedule of each night to that partner. */
async function addNightly(tenant: Tenant, name: string, [platform_type, config]: [string, object]) {
  const platform_id = await made(tenant, "/exports/platforms", { name, platform_type, config, is_active: true });
  const id = await made(tenant, "/exports/schedules", {
    platform_id,
    schedule_name: name,
    cron_expression: "30 2 * * *",
    timezone: "Europe/Paris",
    max_retries: 3,
    retry_delay_seconds: RETRY_SECONDS,
    notification_emails: [`${name.toLowerCase()}@shop.example`],
    notify_on_success: true,
    export_config: {
      only_changed: true,
      format: "excel",
      filters: { category: "Garden" },
      options: { language: "fr", include_fields: FIELDS },
    },
  });
  const read = async () => (await tenant.get(`/exports/schedules/${id}`)).body;
  const lastJob = async () => (await tenant.get(`/exports/jobs?platform_id=${platform_id}&limit=1`)).body.items[0];
  return { read, lastJob };
}

/** The files of a partner's folder in the order of their nights, and the rows of the newest one. */
async function received(folder: string) {
  const names = readdirSync(folder).toSorted();
  const { sheets } = await readWorkbook(readFileSync(join(folder, names.at(-1) ?? "")));
  return { names, rows: sheets["Products"] ?? [] };
}

test(
  "what has changed of a category goes out each night as a French workbook, to a WebDAV folder and over SFTP",
  async () => {
    const tenant = await newTenant();
    const smtp = { enabled: true, host: HOST, port: exim.port, security: "none", from_address: "catalog@shop.example" };
    expect((await tenant.admin.put("/settings/smtp", smtp)).status).toBe(200);
    const [garden, kitchen] = [
      await made(tenant, "/categories", { name: "Garden" }),
      await made(tenant, "/categories", { name: "Kitchen" }),
    ];
    const spade = await addProduct(tenant, [garden, "4006381333931", "Spade", "Bêche à manche"]);
    await addProduct(tenant, [garden, "4006381333948", "Hose", "Tuyau d'arrosage"]);
    const pan = await addProduct(tenant, [kitchen, "4006381333955", "Pan", "Poêle"]);
    const login = { username: USER, password: PASSWORD };
    const webdav = await addNightly(tenant, "Webdav", [
      "webdav",
      { base_url: `http://${HOST}:${apache.port}/`, ...login },
    ]);
    const { port, user: username, fingerprint: host_fingerprint } = sshd;
    const sftp = await addNightly(tenant, "Sftp", ["sftp", { ...login, host: HOST, port, username, host_fingerprint }]);
    const planned = (await webdav.read()).next_run_at;
    expect(new Date(planned).toLocaleTimeString("en-GB", { timeZone: "Europe/Paris" })).toBe("02:30:00");

    // The first night the SFTP server is away, at the first retry, too.
    await sshd.leave();
    await at(Date.parse(planned));
    await at(clock.nowMs + RETRY_SECONDS * 1_000);
    const all = [
      FIELDS,
      ["4006381333931", "Bêche à manche", "Garden", 19.9],
      ["4006381333948", "Tuyau d'arrosage", "Garden", 19.9],
    ];
    const night = new Date(planned).toLocaleDateString("sv", { timeZone: "Europe/Paris" }).replaceAll("-", "");
    const first = await received(apache.folder);
    expect(first.names).toEqual([`webdav_${night}_023000.xlsx`]);
    expect([first.rows[0], ...first.rows.slice(1).toSorted()]).toEqual(all);
    expect(await webdav.lastJob()).toMatchObject({ status: "completed", total_items: 2, success_items: 2 });
    expect([await sftp.lastJob(), readdirSync(sshd.folder)]).toMatchObject([{ status: "running" }, []]);
    await sshd.comeBack();
    await at(clock.nowMs + RETRY_SECONDS * 1_000);
    const late = await received(sshd.folder);
    expect(late.names).toEqual([`sftp_${night}_023000.xlsx`]);
    expect([late.rows[0], ...late.rows.slice(1).toSorted()]).toEqual(all);
    expect(await sftp.lastJob()).toMatchObject({ status: "completed", success_items: 2 });
    expect(await sftp.read()).toMatchObject({ run_count: 1, last_status: "completed" });
    const mails = await exim.mails(2);
    expect(mails.map((mail) => /^Envelope-to: (\S+)/m.exec(mail)?.[1]).toSorted()).toEqual([
      "sftp@shop.example",
      "webdav@shop.example",
    ]);

    // In the day one of its products changes, and one of another category.
    clock.nowMs += 3_600_000;
    await tenant.put(`/products/${spade}/content-variants/fr`, { title: "Bêche pliante" });
    await tenant.patch(`/products/${pan}`, { price: 25 });
    await at(Date.parse((await webdav.read()).next_run_at));
    for (const folder of [apache.folder, sshd.folder]) {
      const { names, rows } = await received(folder);
      expect([names.length, rows]).toEqual([2, [FIELDS, ["4006381333931", "Bêche pliante", "Garden", 19.9]]]);
    }

    // Nothing changes until the third: the file says so.
    await at(Date.parse((await webdav.read()).next_run_at));
    for (const folder of [apache.folder, sshd.folder]) {
      const { names, rows } = await received(folder);
      expect([names.length, rows]).toEqual([3, [FIELDS]]);
    }
    expect(await sftp.lastJob()).toMatchObject({ status: "completed", total_items: 0 });
    expect((await exim.mails(6)).length).toBe(6);
  },
  TEST_MS,
);
