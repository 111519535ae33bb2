import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { lockInstance } from "../../db/local/instance-lock.ts";
import { SCHEMA_VERSION } from "../../db/migrate.ts";
import { createApp } from "../../src/app.ts";
import { writeRecord } from "../../src/backup/backup-record.ts";
import { openBackup } from "../../src/backup/open-backup.ts";
import { verifyBackup } from "../../src/backup/restore-backup.ts";
import { newTenant, services } from "../harness.ts";

const KEY = "an operator key 0123456789";
const config = { ...services.config, operatorKey: KEY };
const app = createApp({ ...services, config }, { checkAnswers: true });
const { dataDir } = config;

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await app.handle(
    new Request(`http://localhost/api/v1/operator/backups${path}`, {
      method,
      headers: { "content-type": "application/json", "x-operator-key": KEY, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}
const begin = (body: unknown = {}) => call("POST", "", body);

describe("POST /operator/backups", () => {
  test("makes a whole backup in the place of the settings while requests are answered, and its record says what is in it", async () => {
    const begun = await begin({ with_key: true });

    expect([begun.status, begun.body.status, begun.body.trigger]).toEqual([202, "running", "request"]);
    expect(begun.headers.get("location")).toBe(`/api/v1/operator/backups/${begun.body.id}`);
    const { id: tenantId } = await newTenant(); // a write while it is made
    await services.backups.settled();
    const { status, body } = await call("GET", `/${begun.body.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "completed",
      error: null,
      schema_version: SCHEMA_VERSION,
      missing: expect.any(Array),
    });
    expect(body.location).toStartWith(join(dataDir, "backups/catalogd-"));
    const manifest = await verifyBackup(await openBackup(config, body.location));
    expect([manifest.tables, manifest.has_secret_key]).toEqual([body.tables, true]);
    expect(body.rows).toBeGreaterThan(0);
    expect(body).not.toHaveProperty("pid");
    expect(tenantId).toBeString();
    expect(readdirSync(dataDir)).not.toContain("backup-parts");
  });

  test("refuses a second one meanwhile, of this process or of another", async () => {
    const [first, second] = await Promise.all([begin(), begin()]);
    const [made, refused] = first.status === 202 ? [first, second] : [second, first];
    expect([made.status, refused.status, refused.body.error.error_code]).toEqual([202, 409, "INVALID_STATE"]);
    expect(refused.body.error.details).toMatchObject({ id: made.body.id });
    await services.backups.settled();

    const { body } = await call("GET", `/${made.body.id}`);
    await writeRecord(dataDir, { ...body, id: services.newId(), status: "running", pid: process.ppid });
    const other = await begin();
    expect([other.status, other.body.error.message]).toEqual([409, "A backup is being made: wait for its end"]);
    const french = await call("POST", "", {}, { "accept-language": "fr" });
    expect(french.body.error.message).toBe("Une sauvegarde est en cours : attendez sa fin");
  });

  test.each([
    ["a place of the caller", { to: "/etc" }, "to"],
    ["another type", { with_key: "perhaps" }, "with_key"],
  ])("refuses %s", async (_, body, field) => {
    const answer = await begin(body);
    expect([answer.status, answer.body.error.details[0].field]).toEqual([422, field]);
  });

  test("notes a backup that fails", async () => {
    // biome-ignore lint/suspicious/noExplicitAny: records as answers show them
    const ids = (await call("GET", "")).body.items.filter((each: any) => each.status === "running");
    for (const each of ids) await writeRecord(dataDir, { ...each, status: "failed", pid: null });
    const unlock = lockInstance(join(dataDir, "backup"));
    const begun = await begin();
    await services.backups.settled();
    unlock();
    const { body } = await call("GET", `/${begun.body.id}`);
    expect([begun.status, body.status, body.location]).toEqual([202, "failed", null]);
    expect(body.error).toContain("Another backup of this data folder is being made");
  });
});

describe("GET /operator/backups", () => {
  test("lists the newest first, page by page, and knows no others", async () => {
    const all = (await call("GET", "?per_page=100")).body;
    const page = (await call("GET", "?per_page=1&page=2")).body;
    const times = all.items.map(({ started_at }: { started_at: string }) => started_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(page.items).toEqual([all.items[1]]);
    expect(page.meta).toMatchObject({ total: all.items.length, page: 2, per_page: 1 });
    expect((await call("GET", `/${services.newId()}`)).status).toBe(404);
    expect((await call("GET", "/..%2F..%2Fsecret")).status).toBe(422);
  });

  test.each(["GET", "POST"])("%s is for the operator alone", async (method) => {
    const { apiKey, adminToken } = await newTenant();
    const bare = createApp({ ...services, config: { ...config, operatorKey: undefined } }, { checkAnswers: true });
    const send = async (headers: Record<string, string>, to = app) => {
      const url = "http://localhost/api/v1/operator/backups";
      return (await to.handle(new Request(url, { method, headers, ...(method === "POST" && { body: "{" }) }))).status;
    };
    expect(await send({})).toBe(401);
    expect(await send({ "x-api-key": apiKey })).toBe(401);
    expect(await send({ authorization: `Bearer ${adminToken}` })).toBe(401);
    expect(await send({ "x-operator-key": `${KEY}x` })).toBe(401);
    expect(await send({ "x-operator-key": KEY }, bare)).toBe(404);
  });
});
