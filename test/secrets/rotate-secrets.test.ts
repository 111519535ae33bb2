import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { listAuditChain } from "../../db/audit/entries.ts";
import { EVERY_TENANT, mutation } from "../../db/ports.ts";
import { listSecrets, putSecret, type SealedSecret } from "../../db/secrets/secrets.ts";
import * as FAMILIES from "../../src/families.ts";
import { loadMutations } from "../../src/runtime/family.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { rotateSecrets } from "../../src/secrets/rotate-secrets.ts";
import { openSecretBox, type SecretBox } from "../../src/secrets/secret-box.ts";
import { temporaryFolder } from "../cleanup.ts";
import { openFileDatabase } from "../db/databases.ts";

const MUTATIONS = await loadMutations(FAMILIES);

const CONSOLE = { kind: "console" as const, id: null, requestId: null, address: null };
const put = mutation("test.put", async (tx, { place, secrets }: { place: string; secrets: SealedSecret[] }) => {
  for (const secret of secrets) await putSecret(tx, place, secret);
});

/** An instance on which some tenants keep secrets. */
async function given(secrets: SecretBox, { tenants, fields }: { tenants: string[]; fields: number }) {
  const mutations = new Map([...MUTATIONS, [put.name, put]] as const);
  const database = await openFileDatabase(mutations, { now: Date.now, newId });
  for (const tenantId of tenants) {
    const sealed = Array.from({ length: fields }, (_, index) => {
      const field = `field-${index}`;
      return { field, hint: null, ...secrets.seal({ tenantId, place: "webhooks/1", field }, `${tenantId} ${index}`) };
    });
    await database.write(put, tenantId, { place: "webhooks/1", secrets: sealed });
  }
  const read = async (box: SecretBox, tenantId: string) =>
    (await listSecrets(database.reader(tenantId), "webhooks/1")).map((secret) =>
      box.open({ tenantId, place: "webhooks/1", field: secret.field }, secret),
    );
  return { ...database, read };
}

test("T30 encrypts the secrets of all tenants with a new key, page by page, and notes it down", async () => {
  const secrets = openSecretBox({ secretKey: undefined, dataDir: temporaryFolder() });
  const { reader, write, read } = await given(secrets, { tenants: ["one", "two", "three"], fields: 150 });
  const before = secrets.currentKeyId();

  const rotation = await rotateSecrets({ secrets, reader, write }, CONSOLE);

  expect(rotation).toEqual({ keyId: secrets.currentKeyId(), isNewKey: true, resealed: 450, unreadable: 0 });
  expect(rotation.keyId).not.toBe(before);
  for (const tenantId of ["one", "two", "three"]) {
    const stored = await listSecrets(reader(tenantId), "webhooks/1");
    expect(new Set(stored.map(({ keyId }) => keyId))).toEqual(new Set([rotation.keyId]));
    expect((await read(secrets, tenantId)).toSorted()).toEqual(
      Array.from({ length: 150 }, (_, index) => `${tenantId} ${index}`).toSorted(),
    );
  }
  const [entry] = await listAuditChain(reader(EVERY_TENANT), { after: 0, limit: 1 });
  expect(entry).toMatchObject({ action: "secrets.rotated", actorKind: "console", details: { ...rotation } });
});

test("T30 uses the first key of the settings, and leaves alone what none of them opens", async () => {
  const [lost, old, fresh] = [1, 2, 3].map(() => randomBytes(32).toString("base64"));
  const boxOf = (...secretKey: (string | undefined)[]) =>
    openSecretBox({ secretKey: secretKey.map(String), dataDir: temporaryFolder() });
  const { reader, write, read } = await given(boxOf(old), { tenants: ["one"], fields: 2 });
  const foreign = {
    field: "lost",
    hint: null,
    ...boxOf(lost).seal({ tenantId: "one", place: "x", field: "lost" }, "?"),
  };
  await write(put, "one", { place: "x", secrets: [foreign] });

  const first = await rotateSecrets({ secrets: boxOf(fresh, old), reader, write }, CONSOLE);
  const again = await rotateSecrets({ secrets: boxOf(fresh), reader, write }, CONSOLE);

  expect(first).toMatchObject({ isNewKey: false, resealed: 2, unreadable: 1 });
  expect(again).toMatchObject({ isNewKey: false, resealed: 0, unreadable: 1 });
  expect(await read(boxOf(fresh), "one")).toEqual(["one 0", "one 1"]);
  expect(await listSecrets(reader("one"), "x")).toEqual([foreign]);
});
