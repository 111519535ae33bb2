import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cleanup.ts";
import { allBlocks, allCommands } from "../docs/blocks.ts";
import { ELSEWHERE, NOT_RUN, SHOWN } from "./documents/commands.ts";
import { startAsPrinted } from "./documents/fresh-copy.ts";
import { type Machine, newMachine, OPERATOR_KEY } from "./documents/machine.ts";
import { type FrontServer, startCaddy, startNginx } from "./documents/proxies.ts";
import { prepareTerminal, withProfile } from "./documents/terminal.ts";
import { runAgainstService } from "./guide-blocks.ts";
import { runShell, whole } from "./shell.ts";

// What the documents have a reader type or write into a file is done here as it is printed.

const TEST_MS = 300_000;
const MIB = 1024 * 1024;
/** Blocks that this test leaves to others. */
const LEFT = [
  ...Object.keys(ELSEWHERE),
  // test/runtimes/integrators-guide.test.ts
  ...(await runAgainstService()).map((_, at) => `docs/integrators-guide.md ${at + 1}`),
];

const blocks = new Map((await allBlocks()).map(({ key, text }) => [key, text]));
const used = new Set<string>();
function block(key: string): string {
  const text = blocks.get(key);
  if (text === undefined) throw new Error(`There is no ${key}`);
  used.add(key);
  return text;
}

/** The repository as somebody has it who has just got it. */
const copy = temporaryFolder();
let machine: Machine;
beforeAll(async () => {
  const left = ["node_modules", ".git", "out", "data"].map((name) => `--exclude=${name}`).join(" ");
  whole(await runShell(`tar ${left} -c . | tar -x -C ${copy}`));
});
afterAll(() => machine?.stop(), TEST_MS);

test(
  "README, install: npm ci --omit=dev and npm start make a service, and npm run build a binary",
  async () => {
    expect(block("docs/install.md 1")).toBe(block("README.md 3"));
    await startAsPrinted(block("README.md 3"), copy);
    const sizeMib = Number(whole(await runShell("du -sm node_modules | cut -f 1", { cwd: copy })));
    expect(sizeMib).toBeLessThan(410);
    // Of CONTRIBUTING.md: the only one of its commands that ends neither by itself nor as another test.
    await startAsPrinted("npm run dev", copy);
    whole(await runShell(block("docs/install.md 2"), { cwd: copy }));
    expect(statSync(join(copy, "out/catalogd")).size / MIB).toBeLessThan(210);
  },
  TEST_MS,
);

test(
  "the unit: systemd finds nothing wrong with it, and its command runs the service",
  async () => {
    machine = await newMachine(join(copy, "out/catalogd"), block("docs/install.md 3"));
    const units = join(machine.root, "usr/lib");
    mkdirSync(units, { recursive: true });
    whole(await runShell(`cp -r /usr/lib/systemd ${units} && ln -s usr/lib ${machine.root}/lib`));
    machine.write("/etc/systemd/system/printed.service", "");
    writeFileSync(join(machine.root, "etc/systemd/system/printed.service"), block("docs/install.md 3"));
    const verified = await runShell(`systemd-analyze verify --root=${machine.root} printed.service`);
    expect([verified.complained, verified.exitCode]).toEqual(["", 0]);

    whole(await machine.run("systemctl start catalogd"));
    expect(await machine.run("cat /var/lib/catalogd/first-login.txt")).toMatchObject({
      said: expect.stringContaining("pm_live_"),
      exitCode: 0,
    });
    expect(machine.journal()).not.toContain("pm_live_");
  },
  TEST_MS,
);

describe("a service that runs", () => {
  test("every command in a sentence is one of these, and works", async () => {
    const commands = await allCommands();
    expect(commands).toEqual([...Object.keys(SHOWN), ...Object.keys(NOT_RUN)].toSorted());
    const made = await machine.run("catalogd key create --name old --scopes all --data-dir /var/lib/catalogd");
    const [, id = ""] = /^id +(\S+)/m.exec(whole(made)) ?? [];
    for (const [command, shows] of Object.entries(SHOWN)) {
      const place = /config|licenses/.test(command) ? "" : " --data-dir /var/lib/catalogd";
      const filled = command.replace("--data-dir …", "--data-dir /var/lib/catalogd").replace("…", id);
      const typed = `${filled}${filled.includes("--data-dir") ? "" : place}`;
      const ran = await machine.run(`export CATALOGD_CONFIG=/etc/catalogd.env; ${typed}`);
      expect([command, ran.complained, ran.exitCode]).toEqual([command, "", 0]);
      expect(ran.said).toMatch(shows);
    }
  });

  test("operating: the commands do what they say", async () => {
    const lines = block("docs/operating.md 1").trim().split("\n");
    const withPlace = lines.map((line) => line.replace(/^(catalogd \w+ [\w-]+)/, "$1 --data-dir /var/lib/catalogd"));
    const said = whole(await machine.run(withPlace.join("\n")));
    expect(said).toMatch(/role +editor\npassword +(\S+)/);
    const [, password] = [...said.matchAll(/^password +(\S+)/gm)].map(([, word]) => word);
    const login = await fetch(`${machine.url}/api/v1/auth/login/json`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "anna@example.com", password }),
    });
    expect(login.status).toBe(200);
    expect(said).toMatch(/key +pm_live_\w+\nexpires_at +20/);
  });

  test("operating: the terminal is a client, as printed", async () => {
    await prepareTerminal(machine, await firstKey());
    const typed = block("docs/operating.md 2").replace("https://pim.example.com", machine.url);
    const { said, complained, exitCode } = await machine.run(withProfile(typed));
    expect([exitCode === 0 ? "" : complained, exitCode]).toEqual(["", 0]);
    expect(said).toMatch(/status +completed/);
    expect(said).toMatch(/price +1\.8/);
    expect(said).toContain('"ean": "4006381333931"');
    expect(statSync(join(machine.root, "etc/bash_completion.d/catalogd")).size).toBeGreaterThan(0);
  });

  test.each([
    ["clients/typescript/README.md 1", "client.ts", "export class CatalogdError"],
    ["docs/clients.md 1", "catalogd.ts", "export class CatalogdError"],
    ["docs/clients.md 3", "erp.py", "/api/v1"],
  ])("%s: a client is fetched as printed", async (key, name, holds) => {
    const cwd = temporaryFolder();
    whole(await runShell(block(key).replace("http://localhost:3000", machine.url), { cwd }));
    expect(await Bun.file(join(cwd, name)).text()).toContain(holds);
  });

  test("backup without a stop: by the command, and by the operator's key", async () => {
    const said = whole(await machine.run(block("docs/backup-upgrade.md 4")));
    expect(said).toContain("is whole: made at");
    expect(readdirSync(join(machine.root, "srv/drill"))).toEqual(
      expect.arrayContaining(["catalogd.db", "secret.key", "files"]),
    );
    const commands = block("docs/backup-upgrade.md 5").replaceAll("http://localhost:3000", machine.url);
    const [begun, list] = whole(await machine.run(commands.replaceAll("\ncurl", "\necho; curl"), { KEY: OPERATOR_KEY }))
      .split("\n")
      .map((line) => JSON.parse(line));
    expect([begun.status, list.items[0].id]).toEqual(["running", begun.id]);
  });
});

const firstKey = async () =>
  /pm_live_\w+/.exec(whole(await machine.run("cat /var/lib/catalogd/first-login.txt")))?.[0] ?? "";

describe("behind a proxy", () => {
  const STARTS: [string, string, (block: string, url: string) => Promise<FrontServer>][] = [
    ["nginx", "docs/install.md 5", startNginx],
    ["Caddy", "docs/install.md 6", startCaddy],
  ];
  test.each(STARTS)(
    "%s takes the printed lines, passes uploads on and keeps back what is not for strangers",
    async (_, key, start) => {
      await machine.run("echo TRUST_PROXY=1 >>/etc/catalogd.env; systemctl stop catalogd; systemctl start catalogd");
      const proxy = await start(block(key), machine.url);
      const file = new FormData();
      const rows = Array.from({ length: 60_000 }, (_, index) => `SKU-${index},Product ${index}`);
      file.set("file", new File([`sku,name\n${rows.join("\n")}\n`], "large.csv"));
      const headers = { "x-api-key": await firstKey() };
      const sent = await fetch(`${proxy.url}/api/v1/imports/upload`, { method: "POST", headers, body: file });
      expect(sent.status).toBe(202);
      for (const path of ["/metrics", "/internal/swagger"]) {
        expect([path, (await fetch(`${proxy.url}${path}`)).status]).toEqual([path, 403]);
      }
      // A caller says who it is; what counts is where it is.
      const forged = `curl -sS --interface 127.0.0.9 -H "X-Forwarded-For: 203.0.113.7" ${proxy.url}/api/v1/products`;
      whole(await runShell(forged));
      expect(machine.journal()).toContain("127.0.0.9");
      expect(machine.journal()).not.toContain("203.0.113.7");
      await proxy.stop();
    },
    TEST_MS,
  );
});

test("compose reads its files, alone and together, and asks for the secrets", async () => {
  const [alone = "", together = ""] = block("docs/install.md 4")
    .trim()
    .split("\n")
    .map((line) =>
      line
        .replace(/ *#.*/, "")
        .replace("docker compose", "docker-compose")
        .replace(/up --build$/, "config --services"),
    );
  const names = [...(await Bun.file(".env.example").text()).matchAll(/^(\w+)=$/gm)].map(([, name = ""]) => name);
  const env = Object.fromEntries(names.map((name) => [name, "s3cret-of-16-letters"]));
  expect(whole(await runShell(alone)).trim()).toBe("catalogd");
  expect(
    whole(await runShell(together, { env }))
      .trim()
      .split("\n").length,
  ).toBeGreaterThan(3);
  const bare = await runShell(together);
  expect([bare.exitCode === 0, bare.complained]).toEqual([false, expect.stringContaining("set it in .env")]);
});

const titles = async (key: string) => {
  const response = await fetch(`${machine.url}/api/v1/products?per_page=100`, { headers: { "x-api-key": key } });
  const { items } = (await response.json()) as { items: { title: string }[] };
  // But for the one that the terminal has changed.
  return items
    .map(({ title }) => title)
    .filter((title) => title !== "Fineliner")
    .toSorted();
};

test(
  "backup, restore and upgrade: what was there at the backup is there again, and what came later is not",
  async () => {
    const key = await firstKey();
    const add = (name: string) =>
      fetch(`${machine.url}/api/v1/products`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify({ name }),
      });
    expect((await add("Before")).status).toBe(201);
    whole(await machine.run(block("docs/backup-upgrade.md 1")));
    const copyName = readdirSync(join(machine.root, "backup")).find((name) => name.startsWith("catalogd-")) ?? "";
    const stored = readdirSync(join(machine.root, "backup", copyName));
    expect(stored).toEqual(expect.arrayContaining(["catalogd.db", "secret.key", "files"]));
    expect((await add("After")).status).toBe(201);
    expect(await titles(key)).toEqual(["After", "Before"]);

    expect(whole(await machine.run(block("docs/backup-upgrade.md 2")))).toContain("is healthy");
    expect(await titles(key)).toEqual(["Before"]);

    expect(whole(await machine.run(block("docs/backup-upgrade.md 3")))).toMatch(/^catalogd \d/m);
    expect(await titles(key)).toEqual(["Before"]);

    await machine.run("systemctl stop catalogd; mv /var/lib/catalogd/secret.key /backup/");
    const refused = await machine.run("catalogd --data-dir /var/lib/catalogd --config /etc/catalogd.env");
    expect([refused.exitCode, refused.complained]).toEqual([1, expect.stringContaining("secret.key")]);
    whole(await machine.run("mv /backup/secret.key /var/lib/catalogd/; systemctl start catalogd"));
  },
  TEST_MS,
);

test("every block of every document is executed, here or by the test that is named", () => {
  expect([...used, ...LEFT].toSorted()).toEqual([...blocks.keys()].toSorted());
  for (const { test: path, because } of Object.values({ ...ELSEWHERE, ...NOT_RUN })) {
    expect([path, existsSync(path), because.length > 0]).toEqual([path, true, true]);
  }
});
