import { describe, expect, test } from "bun:test";
import { EVERY_TENANT, mutation } from "../../db/ports.ts";
import { auditHash, noteAudit } from "../../src/audit/note-audit.ts";
import { verifyChain } from "../../src/audit/verify-chain.ts";
import * as FAMILIES from "../../src/families.ts";
import { loadMutations } from "../../src/runtime/family.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { openFileDatabase } from "../db/databases.ts";
import { clientWith, clock, newTenant, services } from "../harness.ts";
import { refusal } from "../refusal.ts";

const MUTATIONS = await loadMutations(FAMILIES);

const actionsOf = ({ body }: { body: { items: { action: string }[] } }) => body.items.map(({ action }) => action);

describe("GET /audit-log", () => {
  test("S5.4 is for who manages users only", async () => {
    const tenant = await newTenant();

    for (const role of ["manager", "editor", "viewer"] as const) {
      expect((await (await tenant.as(role)).get("/audit-log")).status).toBe(403);
    }
    expect((await tenant.get("/audit-log")).body.error.error_code).toBe("PERMISSION_DENIED");
    expect((await clientWith({}).get("/audit-log")).status).toBe(401);
    expect((await tenant.admin.post("/audit-log", {})).status).toBe(405);
  });

  test("says who did what, when, from which request and where", async () => {
    const { admin, adminId, id } = await newTenant();
    clock.nowMs += 1;
    const key = await admin.post("/api-keys", { name: "ERP" }, { "x-request-id": "req-42" });

    const { status, body } = await admin.get("/audit-log");

    expect(status).toBe(200);
    expect(body.items[0]).toEqual({
      number: body.meta.total,
      at: new Date(clock.nowMs).toISOString(),
      actor: { type: "user", id: adminId, email: `${id}@example.com` },
      action: "api_key.created",
      resource: "api_key",
      resource_id: key.body.id,
      details: { name: "ERP", scopes: ["products:read", "ext:products:read"] },
      request_id: "req-42",
      address: "127.0.0.1",
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(JSON.stringify(body)).not.toContain(key.body.key);
  });

  test("notes every change of keys, users and settings", async () => {
    const { admin, as } = await newTenant();
    const viewer = (await (await as("viewer")).get("/auth/me")).body.id;
    const { id } = (await admin.post("/api-keys", { name: "ERP" })).body;
    await admin.patch(`/api-keys/${id}`, { name: "Shop", is_active: false, rate_limit_per_minute: 9 });
    await admin.patch(`/api-keys/${id}`, { name: "Shop" });
    await admin.post(`/api-keys/${id}/rotate`);
    await admin.delete(`/api-keys/${id}`);
    await admin.post("/settings/users/invite", { email: `${newId()}@example.com`, role: "viewer" });
    await admin.patch(`/settings/users/${viewer}`, { role: "editor" });
    await admin.put("/settings/erp", { enabled: true, base_url: "https://erp.example.com" });
    await admin.delete("/settings/erp");
    await admin.put("/settings/languages", { enabled: ["fr", "en"] });
    await admin.put("/settings/languages", { enabled: ["fr", "en"] });

    const log = await admin.get("/audit-log?per_page=9");

    expect(actionsOf(log).toReversed()).toEqual([
      "api_key.created",
      "api_key.changed",
      "api_key.rotated",
      "api_key.revoked",
      "user.invited",
      "user.changed",
      "setting.changed",
      "setting.removed",
      "setting.changed",
    ]);
    expect(log.body.items[3].details).toEqual({ role: { from: "viewer", to: "editor" } });
    expect(log.body.items[7].details).toEqual({
      changed: { name: "Shop", is_active: false, rate_limit_per_minute: 9 },
    });
  });

  test("notes nothing for what is refused or changes nothing", async () => {
    const { admin, adminId } = await newTenant();
    const { total } = (await admin.get("/audit-log")).body.meta;

    await admin.patch(`/settings/users/${adminId}`, { role: "viewer" });
    await admin.patch(`/settings/users/${adminId}`, { role: "admin" });
    await admin.delete("/settings/erp");
    await admin.put("/settings/smtp", { enabled: true });

    expect((await admin.get("/audit-log")).body.meta.total).toBe(total);
  });

  test("shows a tenant its own entries only, and filters them", async () => {
    const { admin, adminId, id: tenantId } = await newTenant();
    await (await newTenant()).admin.post("/api-keys", { name: "Foreign" });
    clock.nowMs += 1000;
    const from = new Date(clock.nowMs).toISOString();
    const { id } = (await admin.post("/api-keys", { name: "One" })).body;
    clock.nowMs += 1000;
    const to = new Date(clock.nowMs).toISOString();
    await admin.put("/settings/erp", { enabled: true, base_url: "https://erp.example.com" });
    const count = async (query: string) => (await admin.get(`/audit-log?${query}`)).body.meta.total;

    expect(JSON.stringify((await admin.get("/audit-log")).body)).not.toContain("Foreign");
    expect(await count(`user_id=${adminId}`)).toBe(2);
    expect(await count("action=api_key.created")).toBe(1);
    expect(await count(`resource=api_key&resource_id=${id}`)).toBe(1);
    expect(await count("resource=setting")).toBe(1);
    expect(await count(`resource=tenant&resource_id=${tenantId}`)).toBe(1);
    expect(await count(`from=${from}&to=${to}`)).toBe(1);
    expect(await count(`from=${to}`)).toBe(1);
    expect(await count(`user_id=${newId()}`)).toBe(0);
    for (const wrong of ["action=all", "resource=car", "from=yesterday", "per_page=101", "page=0", "cursor=x"]) {
      expect([wrong, (await admin.get(`/audit-log?${wrong}`)).status]).toEqual([wrong, 400]);
    }
  });

  test("D0.12 pages by number and by cursor", async () => {
    const { admin } = await newTenant();
    for (const name of ["1", "2", "3"]) await admin.post("/api-keys", { name });
    const query = "/audit-log?action=api_key.created&per_page=2";

    const first = await admin.get(query);
    const second = await admin.get(`${query}&cursor=${first.body.meta.next_cursor}`);

    expect(first.body.items.map((item: { details: { name: string } }) => item.details.name)).toEqual(["3", "2"]);
    expect(second.body.items.map((item: { details: { name: string } }) => item.details.name)).toEqual(["1"]);
    expect(second.body.meta).toMatchObject({ next_cursor: null, has_next: false });
    expect((await admin.get(`${query}&page=2`)).body.items).toEqual(second.body.items);
    expect((await admin.get(`/audit-log?cursor=${first.body.meta.next_cursor}`)).status).toBe(400);
  });
});

describe("the audit log", () => {
  const note = mutation("test.note", (tx, _: undefined, context) =>
    noteAudit(tx, context, "tenant.changed", null, { a: 1, b: undefined }),
  );
  const tamper = mutation("test.tamper", (tx, { sql }: { sql: string }) => tx.run(sql, {}));
  const TAMPERING = [
    "update audit_entry set action = 'user.changed' where tenant_id = :tenant and number = 2",
    "delete from audit_entry where tenant_id = :tenant and number = 2",
  ];

  async function given() {
    const mutations = new Map([...MUTATIONS, [note.name, note], [tamper.name, tamper]]);
    const database = await openFileDatabase(mutations, { now: Date.now, newId });
    const tenantId = newId();
    for (let times = 0; times < 3; times++) await database.write(note, tenantId, undefined);
    return { ...database, tenantId };
  }

  test.each(TAMPERING)("T39 refuses %s", async (sql) => {
    const { write, tenantId, reader } = await given();

    expect(String(await refusal(write(tamper, tenantId, { sql })))).toContain("append-only");
    expect(await verifyChain(reader(tenantId))).toEqual({ tenantId, entries: 3, brokenAt: null });
  });

  test.each(TAMPERING)("T39 without its triggers finds out %s", async (sql) => {
    const { write, tenantId, reader } = await given();
    for (const name of ["audit_entry_stays", "audit_entry_remains"]) {
      await write(tamper, tenantId, { sql: `drop trigger ${name}` });
    }

    await write(tamper, tenantId, { sql });

    expect(await verifyChain(reader(tenantId))).toEqual({ tenantId, entries: 1, brokenAt: 2 });
  });

  test("T39 each hash depends on everything before, and on whose log it is", async () => {
    const { tenantId } = await given();
    const entry = {
      number: 1,
      atMs: 1,
      actorKind: "system" as const,
      actorId: null,
      action: "a",
      resource: "b",
      resourceId: null,
      details: {},
      requestId: null,
      address: null,
      hash: "",
    };

    const hashes = [
      auditHash("", tenantId, entry),
      auditHash("x", tenantId, entry),
      auditHash("", EVERY_TENANT, entry),
      auditHash("", tenantId, { ...entry, details: { role: "admin" } }),
      auditHash("", tenantId, { ...entry, address: "10.0.0.1" }),
    ];

    expect(new Set(hashes).size).toBe(hashes.length);
  });

  test("is one chain however many changes come at once", async () => {
    const { id, admin } = await newTenant();

    await Promise.all(Array.from({ length: 20 }, (_, index) => admin.post("/api-keys", { name: `key ${index}` })));

    const { entries, brokenAt } = await verifyChain(services.reader(id));
    expect(brokenAt).toBeNull();
    expect(entries).toBeGreaterThanOrEqual(20);
  });
});
