import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openBackup } from "../../src/backup/open-backup.ts";
import { verifyBackup } from "../../src/backup/restore-backup.ts";
import { newTenant, services } from "../harness.ts";

setDefaultTimeout(60_000);

const { config } = services;
const usual = config.backupSnapshots;
config.backupSnapshots = 1;
afterAll(() => {
  config.backupSnapshots = usual;
});
const folder = join(config.dataDir, "snapshots");
const tenant = await newTenant();
const deleteAll = (body: object = { confirmation_phrase: "DELETE ALL PRODUCTS" }) =>
  tenant.delete("/products/bulk/delete-all", body);
const addProduct = (name: string) => tenant.post("/products", { name });

test("delete-all names a whole snapshot that has the products, and the newest is kept", async () => {
  const names: string[] = [];
  for (const at of [1, 2]) {
    await addProduct(`Product ${at}`);
    const { status, body } = await deleteAll();
    expect([status, body.deleted, body.permanent]).toEqual([200, 1, true]);
    names.push(body.snapshot);
  }
  expect(readdirSync(folder).toSorted()).toEqual(names.slice(1));
  const manifest = await verifyBackup(await openBackup(config, join(folder, names[1] ?? "")));
  // Other tests have products as well.
  expect(manifest.tables["product"]).toBeGreaterThan(0);
});

test("nothing is copied where there is nothing to delete, or the phrase is missing", async () => {
  const before = readdirSync(folder);
  const empty = await deleteAll();
  await addProduct("Stays");
  const refused = await deleteAll({});
  expect([empty.status, empty.body.deleted, empty.body.snapshot, refused.status]).toEqual([200, 0, null, 422]);
  expect(readdirSync(folder)).toEqual(before);
});

test("without a snapshot nothing is deleted", async () => {
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "");
  const { status, body } = await deleteAll();
  rmSync(folder);
  expect([status, body.error.message]).toEqual([503, expect.stringContaining("This request changed nothing")]);
  expect((await tenant.get("/products")).body.total ?? (await tenant.get("/products")).body.meta.total).toBe(1);
});
