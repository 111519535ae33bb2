import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";
import { allBlocks } from "../docs/blocks.ts";
import { freePort } from "../servers/process.ts";
import { newApiKey, PROGRAM, startService } from "../servers/service.ts";
import { SQLD, startSqld } from "../servers/sqld.ts";
import { runShell, whole } from "./shell.ts";

// The backup of an instance whose database is on a libSQL server, and its return, with the commands of docs/backup-upgrade.md.

const TEST_MS = 120_000;
const blocks = new Map((await allBlocks()).map(({ key, text }) => [key, text]));
const COPY = blocks.get("docs/backup-upgrade.md 6") ?? "";
const RESTORE = blocks.get("docs/backup-upgrade.md 7") ?? "";
/** Folders of the document, which are below one folder here. */
const PATHS = /(?<![\w.-])\/(?:var\/lib|backup)(?=\/)/g;

/** What `sqld` of the document is here: in the background, at an address of its own. */
const sqldAt = (address: string, root: string) => `#!/bin/bash
timeout 300 ${join(process.cwd(), SQLD)} "$@" --http-listen-addr ${address} --no-welcome >${root}/sqld.log 2>&1 &
echo $! >${root}/sqld.pid
until curl -sf http://${address}/health >/dev/null; do kill -0 $(cat ${root}/sqld.pid); sleep 0.05; done
`;

async function run(args: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([...PROGRAM, ...args], { stdout: "pipe", stderr: "pipe", env: { ...process.env, ...env } });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { out, err, exitCode: await child.exited };
}

/** What a service shows, and what it is given. */
function clientOf(url: string, key: string) {
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}/api/v1${path}`, { ...init, headers: { "x-api-key": key, ...init.headers } });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
  const json = async (path: string, init?: RequestInit): Promise<any> => (await call(path, init)).json();
  const headers = { "content-type": "application/json" };
  return {
    add: (name: string) => json("/products", { method: "POST", headers, body: JSON.stringify({ name }) }),
    upload: async (text: string): Promise<string> => {
      const body = new FormData();
      body.set("file", new File([text], "list.csv"));
      const { id } = await json("/imports/upload", { method: "POST", body });
      const mapping = JSON.stringify({ column_mapping: { sku: "sku", name: "name" } });
      await json(`/imports/${id}/save-mapping`, { method: "POST", headers, body: mapping });
      return id;
    },
    titles: async () =>
      (await json("/products?per_page=100")).items.map(({ title }: { title: string }) => title).toSorted(),
    /** Reads the stored file. */
    toCreate: async (id: string) => (await json(`/imports/${id}/dry-run`, { method: "POST" })).products_to_create,
    search: async (word: string) => (await json(`/search/products?q=${word}`)).items.length,
  };
}

test(
  "files and manifest by catalogd, the database by the server's own copy; both together are what was there",
  async () => {
    const root = temporaryFolder();
    const here = (commands: string) => commands.replaceAll(PATHS, (path) => `${root}${path}`);
    for (const folder of ["backup", "bin", "var/lib"]) mkdirSync(join(root, folder), { recursive: true });
    const first = await startSqld(undefined, join(root, "var/lib/sqld"));
    const dataDir = join(root, "data");
    const service = await startService({ folder: root, env: { CATALOGD_DATABASE_URL: first.url } });
    const key = await newApiKey(service.url);
    const before = clientOf(service.url, key);
    await before.add("Before");
    const id = await before.upload("sku,name\nA-1,Lamp\n");

    const backup = ["backup", "--data-dir", dataDir, "--to", join(root, "backup"), "--with-key", "--json"];
    const made = await run(backup, { CATALOGD_DATABASE_URL: first.url });
    expect([made.err, made.exitCode]).toEqual(["", 0]);
    const { path, manifest, notes } = JSON.parse(made.out);
    expect(manifest).toMatchObject({
      database: { store: "server" },
      files: { store: "local", count: 1 },
      tables: { product: 1 },
      has_secret_key: true,
    });
    // While server and service run: as the document has it, and as the program itself said.
    whole(await runShell(here(COPY)));
    const [, said = ""] = /on its machine, with (.*)\.$/.exec(notes[0]) ?? [];
    const typed = said.replace("SERVER_FOLDER", join(root, "var/lib/sqld"));
    whole(await runShell(typed, { cwd: join(root, "bin") }));
    expect(existsSync(join(root, "bin/catalogd-server.db"))).toBe(true);
    await before.add("After");
    expect(await before.titles()).toEqual(["After", "Before"]);
    await service.kill("SIGTERM");
    await first.stop();

    const address = `127.0.0.1:${await freePort()}`;
    writeFileSync(join(root, "bin/sqld"), sqldAt(address, root), { mode: 0o755 });
    whole(await runShell(here(RESTORE), { env: { PATH: `${root}/bin:${process.env["PATH"]}` } }));
    const other = join(root, "other");
    const verified = await run(["restore", "--verify", path]);
    const restored = await run(["restore", path, "--data-dir", join(other, "data")]);
    expect([verified.exitCode, restored.err, restored.exitCode]).toEqual([0, "", 0]);
    expect(restored.out).toContain("start that server before catalogd");
    expect(readFileSync(join(other, "data/secret.key"))).toEqual(readFileSync(join(dataDir, "secret.key")));
    const again = await startService({ folder: other, env: { CATALOGD_DATABASE_URL: `http://${address}` } });
    const after = clientOf(again.url, key);
    expect(await after.titles()).toEqual(["Before"]);
    expect(await after.toCreate(id)).toBe(1);
    while ((await after.search("before")) !== 1) await Bun.sleep(50);
    // It takes writes as well.
    await after.add("Later");
    expect(await again.kill("SIGTERM")).toBe(0);
    process.kill(Number(readFileSync(join(root, "sqld.pid"), "utf8")), "SIGTERM");
  },
  TEST_MS,
);
