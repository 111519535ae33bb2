import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { type AnyMutation, EVERY_TENANT, mutation } from "../../db/ports.ts";
import { listSecrets, putSecret } from "../../db/secrets/secrets.ts";
import { findSyncKeyTenant } from "../../db/settings/sync-keys.ts";
import * as FAMILIES from "../../src/families.ts";
import { loadMutations } from "../../src/runtime/family.ts";
import { SecretUnreadable } from "../../src/secrets/secret-box.ts";
import { DEPENDENCIES, type DependencyName } from "../../src/settings/dependencies.ts";
import { dependencyChangeOf } from "../../src/settings/dependency-routes.ts";
import { putDependency } from "../../src/settings/put-dependency.ts";
import { readDependency, requireDependency } from "../../src/settings/read-dependency.ts";
import { openFileDatabase } from "../db/databases.ts";
import { newTenant, services } from "../harness.ts";
import { refusal } from "../refusal.ts";
import { bodyFor, fields, GOOD, NAMES, pathOf, secretOf } from "./dependency-bodies.ts";

const MUTATIONS = await loadMutations(FAMILIES);

const PLACE = "settings/erp";

describe("the secret of a setting", () => {
  test("S32.1 stays when it is not sent, goes with null, and shows its end", async () => {
    const { admin } = await newTenant();
    const { api_key, ...rest } = GOOD["ai-provider"];
    const path = pathOf("ai-provider");
    expect((await admin.put(path, { enabled: true, ...rest, api_key })).body.key_hint).toBe("cdef");

    const stored = await admin.put(path, { enabled: true, ...rest, temperature: 1 });
    expect(stored.body).toMatchObject({ key_hint: "cdef", temperature: 1, is_configured: true });
    const deleted = await admin.put(path, { enabled: true, ...rest, api_key: null });
    expect([deleted.status, fields(deleted)]).toEqual([422, ["api_key"]]);
    const off = await admin.put(path, { enabled: false, ...rest, api_key: null });

    expect(off.body).toMatchObject({ key_hint: null, is_configured: false });
  });

  test("T14 must be sent again for another address, so that no user has it sent to their own", async () => {
    const { admin } = await newTenant();
    const smtp = GOOD.smtp;
    await admin.put(pathOf("smtp"), { enabled: true, ...smtp });
    const { password, ...rest } = smtp;

    for (const enabled of [true, false]) {
      const moved = await admin.put(pathOf("smtp"), { enabled, ...rest, host: "evil.example.com" });
      expect([moved.status, fields(moved)]).toEqual([422, ["password"]]);
    }
    expect((await admin.put(pathOf("smtp"), { enabled: true, ...rest, from_name: "Shop" })).status).toBe(200);
    expect((await admin.put(pathOf("smtp"), { enabled: true, ...rest, host: "b.example.com", password })).status).toBe(
      200,
    );
  });

  test("T30 does not open once somebody has swapped it in the database", async () => {
    const swap = mutation("test.swap", async (tx, { from }: { from: string }) => {
      for (const secret of await listSecrets(tx.as(from), PLACE)) await putSecret(tx, PLACE, secret);
    });
    const mutations = new Map<string, AnyMutation>([...MUTATIONS, [swap.name, swap]]);
    const { reader, write } = await openFileDatabase(mutations, { now: Date.now, newId: services.newId });
    const { secrets } = services;
    for (const tenantId of ["one", "two"]) {
      const change = dependencyChangeOf(secrets, { tenantId, name: "erp", expected: null }, bodyFor("erp"));
      await write(putDependency, tenantId, change);
      expect((await readDependency(reader(tenantId), secrets, "erp"))?.secret).toBe(secretOf("erp"));
    }

    await write(swap, "one", { from: "two" });

    expect(await refusal(readDependency(reader("one"), secrets, "erp"))).toBeInstanceOf(SecretUnreadable);
    expect((await readDependency(reader("two"), secrets, "erp"))?.secret).toBe(secretOf("erp"));
  });

  test("S32.1 S32.4 S32.5 is not called where there is none", async () => {
    const { admin } = await newTenant();
    const base_url = "http://127.0.0.1:11434/v1";
    const bodies: [DependencyName, Record<string, unknown>][] = [
      ["ai-provider", { provider: "openai_compatible", model: "llama" }],
      ["translator", { provider: "libretranslate" }],
      ["web-search", { provider: "searxng" }],
    ];

    for (const [name, body] of bodies) {
      const without = await admin.put(pathOf(name), { enabled: true, ...body });
      expect([without.status, fields(without)]).toEqual([422, ["base_url"]]);
      const answer = await admin.put(pathOf(name), { enabled: true, ...body, base_url });
      expect([answer.status, answer.body.is_configured]).toEqual([200, true]);
    }
  });
});

describe("the sync key", () => {
  test("S4.7 says which tenant is meant, by its hash, and no two tenants share one", async () => {
    const [one, other] = [await newTenant(), await newTenant()];
    const key = `sync-${services.newId()}`;
    const hash = createHash("sha256").update(key).digest("hex");
    await one.admin.put(pathOf("scraper-sync-key"), { enabled: true, key });

    expect(await findSyncKeyTenant(services.reader(EVERY_TENANT), hash)).toBe(one.id);
    const taken = await other.admin.put(pathOf("scraper-sync-key"), { enabled: true, key });
    expect([taken.status, fields(taken)]).toEqual([422, ["key"]]);
    expect((await one.admin.put(pathOf("scraper-sync-key"), { enabled: false })).body).toMatchObject({
      enabled: false,
      key_hint: key.slice(-4),
    });
    await one.admin.delete(pathOf("scraper-sync-key"));
    expect((await other.admin.put(pathOf("scraper-sync-key"), { enabled: true, key })).status).toBe(200);
  });
});

describe("requireDependency", () => {
  test.each(NAMES.filter((name) => name !== "smtp"))(
    "D1-153 %s answers 409 while it is not configured or switched off",
    async (name) => {
      const { admin, db } = await newTenant();
      const { code } = DEPENDENCIES[name];
      const expected = { code, options: { details: { dependency: name.replaceAll("-", "_") } } };
      expect(await refusal(requireDependency(db, services.secrets, name))).toMatchObject(expected);

      await admin.put(pathOf(name), bodyFor(name));
      const ready = await requireDependency(db, services.secrets, name);
      await admin.put(pathOf(name), { ...bodyFor(name), enabled: false });

      expect(ready.secret).toBe(name === "scraper-sync-key" ? null : secretOf(name));
      expect(await refusal(requireDependency(db, services.secrets, name))).toMatchObject(expected);
    },
  );
});

test("a change that is not allowed leaves secret and setting as they were", async () => {
  const { admin, db, id } = await newTenant();
  await admin.put(pathOf("erp"), bodyFor("erp"));
  const sealed = {
    hint: null,
    ...services.secrets.seal({ tenantId: id, place: "settings/erp", field: "api_key" }, "x"),
  };
  const change = { name: "erp" as const, isEnabled: true, value: {}, secret: sealed, expected: ["other"] };

  expect(await refusal(services.write(putDependency, id, change))).toMatchObject({ code: "PRECONDITION_FAILED" });

  expect((await readDependency(db, services.secrets, "erp"))?.secret).toBe(secretOf("erp"));
});
