import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openConnection } from "../../db/local/connection.ts";
import { migrate } from "../../db/migrate.ts";
import { examineAll } from "../../src/cli/doctor/doctor.ts";
import { readConfig } from "../../src/config/config.ts";
import { temporaryFolder } from "../cleanup.ts";
import { newApiKey, startService } from "../servers/service.ts";
import { shapeOfDatabase } from "./shape.ts";

setDefaultTimeout(180_000);

const versions = readdirSync(import.meta.dir).flatMap((name) => /^(.*)\.tar\.gz$/.exec(name)?.[1] ?? []);

/** The folder of a release as its program left it. */
function unpacked(version: string): string {
  const folder = temporaryFolder();
  const done = Bun.spawnSync(["tar", "-C", folder, "-xzf", join(import.meta.dir, `${version}.tar.gz`)]);
  expect([done.exitCode, done.stderr.toString()]).toEqual([0, ""]);
  return folder;
}

test("there is a folder of a release", () => {
  expect(versions.length).toBeGreaterThan(0);
});

test.each(versions)("the folder of %s has the tables of an empty database once it is upgraded", async (version) => {
  const folder = unpacked(version);
  const [old, fresh] = [join(folder, "data/catalogd.db"), join(folder, "fresh.db")].map((path) =>
    openConnection(path, "writer"),
  );
  if (!old || !fresh) throw new Error("unreachable");
  await migrate(old);
  await migrate(fresh);
  expect(shapeOfDatabase(old)).toEqual(shapeOfDatabase(fresh));
});

test.each(versions)("the folder of %s opens with all that is in it, and in good order", async (version) => {
  const folder = unpacked(version);
  const { tables, productId } = await Bun.file(join(import.meta.dir, `${version}.json`)).json();
  const service = await startService({ folder });
  const headers = { "x-api-key": await newApiKey(service.url) };
  const read = async (path: string) => {
    const answer = await fetch(`${service.url}/api/v1${path}`, { headers });
    expect([path, answer.status]).toEqual([path, 200]);
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    return (await answer.json()) as any;
  };
  const { items } = await read("/products?per_page=100");
  expect(items.map(({ title }: { title: string }) => title)).toEqual(expect.arrayContaining(["Kettle", "Lamp"]));
  expect(await read(`/products/${productId}`)).toMatchObject({ title: "Kettle", brand_name: "Acme" });
  const [image] = (await read(`/products/${productId}/media`)).items;
  expect((await fetch(new URL(image.url, service.url))).status).toBe(200);
  await service.kill("SIGTERM");

  const config = readConfig({ flags: { "data-dir": join(folder, "data") }, env: {} });
  const findings = await examineAll({
    config,
    unknown: [],
    flags: { full: true },
    isRunning: false,
    nowMs: Date.now(),
  });
  expect(findings.filter(({ status }) => status === "error" || status === "warning")).toEqual([]);
  expect(tables.product).toBeGreaterThan(1);
});
