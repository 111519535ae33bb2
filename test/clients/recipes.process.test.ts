import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";
import { PASSWORD, startSftp, USER } from "../remote-files/file-servers.ts";
import { freePort } from "../servers/process.ts";
import { newApiKey, type StartedService, startService } from "../servers/service.ts";

// The recipes as somebody has them who got them and /docs/client.ts: each is a program of its own, against a service.
setDefaultTimeout(200_000);

const OPEN = { CATALOGD_OUTBOUND_ALLOW: "127.0.0.1", CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1" };
const RUNNERS = { "erp.ts": [process.execPath], "erp.py": ["python3"] };
let service: StartedService;
let client: string;
beforeAll(async () => {
  service = await startService({ folder: temporaryFolder(), env: OPEN });
  client = await (await fetch(`${service.url}/docs/client.ts`)).text();
});
afterAll(() => service.kill("SIGTERM"));

function newFolder(): string {
  const folder = temporaryFolder();
  cpSync("clients/examples", folder, { recursive: true });
  writeFileSync(join(folder, "catalogd.ts"), client);
  return folder;
}

const spawn = (command: string[], cwd: string, env: Record<string, string>) =>
  Bun.spawn(["setpriv", "--pdeathsig", "KILL", ...command], {
    cwd,
    env: { ...process.env, CATALOGD_URL: service.url, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });

async function run(command: string[], cwd: string, env: Record<string, string>) {
  const child = spawn(command, cwd, env);
  const [said, complained] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { said: said.trim().split("\n"), complained, exitCode: await child.exited };
}

const call = async (key: string, method: string, path: string, body?: unknown) => {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return (await fetch(`${service.url}/api/v1${path}`, sent)).json();
};

/** The catalog is shared: each program finds it empty. */
async function empty(key: string): Promise<void> {
  for (const reference of ["pen-yellow", "pen-fine", "eraser"]) {
    const { data } = (await call(key, "GET", `/appsync/products/${reference}`)) as { data?: { id: string } };
    if (data)
      await fetch(`${service.url}/api/v1/products/${data.id}?permanent=true`, {
        method: "DELETE",
        headers: { "x-api-key": key },
      });
  }
}

test("the guide shows the recipes as they are here", async () => {
  const guide = await Bun.file("docs/integrators-guide.md").text();
  const shown = [...guide.matchAll(/^( *)<!-- file: (\S+) -->\n *```\w+\n([\s\S]*?)^ *```$/gm)];
  expect(shown.map(([, , path]) => path)).toEqual([
    "clients/examples/items.csv",
    "clients/examples/erp.py",
    "clients/examples/erp.ts",
  ]);
  for (const [, indent = "", path = "", text = ""] of shown) {
    expect(text.replaceAll(new RegExp(`^${indent}`, "gm"), "")).toBe(await Bun.file(path).text());
  }
});

describe.each(Object.entries(RUNNERS))("%s", (program, runner) => {
  test("loads a table, pushes stock and prices, reads changes back, and says what is wrong", async () => {
    const folder = newFolder();
    const key = await newApiKey(service.url);
    await empty(key);
    const erp = (...words: string[]) => run([...runner, program, ...words], folder, { CATALOGD_KEY: key });

    expect(await erp("load", "items.csv")).toEqual({
      said: ["completed: 3 created, 0 failed"],
      complained: "",
      exitCode: 0,
    });
    const { said } = await erp("pull");
    expect(said.toSorted()).toEqual([
      "eraser Eraser: 0.6, 7 pieces",
      "pen-fine Fineliner: 1.8, 12 pieces",
      "pen-yellow Highlighter: 0.79, 40 pieces",
    ]);

    writeFileSync(
      join(folder, "now.csv"),
      "reference,ean,name,price,stock\npen-yellow,4006381333931,Highlighter,0.75,38\npen-new,5901234123457,New,1,1\n",
    );
    expect((await erp("push", "now.csv")).said).toEqual(["pushed 2, unknown: 5901234123457"]);
    await call(key, "PATCH", "/appsync/products/eraser", { name: "Eraser, white" });
    const changes = (await erp("pull")).said;
    expect(changes).toContain("pen-yellow Highlighter: 0.75, 38 pieces");
    expect(changes).toContain("eraser Eraser, white: 0.6, 7 pieces");
    expect((await erp("rename", "pen-fine", "Fineliner 0.4")).said).toEqual(["pen-fine is called Fineliner 0.4"]);

    writeFileSync(
      join(folder, "wrong.csv"),
      "reference,ean,name,price,stock\npen-yellow,4006381333931,Highlighter,-1,5\n",
    );
    const wrong = await erp("push", "wrong.csv");
    expect([wrong.exitCode, wrong.complained]).toEqual([1, expect.stringContaining("price_ttc: ")]);
  });
});

test("erp.ts listens: a change comes by webhook and is read", async () => {
  const folder = newFolder();
  const key = await newApiKey(service.url);
  await empty(key);
  const child = spawn([process.execPath, "erp.ts", "listen"], folder, {
    CATALOGD_KEY: key,
    PORT: String(await freePort()),
  });
  let said = "";
  const seen = async (text: string) => {
    while (!said.includes(text)) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`${said}${await new Response(child.stderr).text()}`);
      said += new TextDecoder().decode(value);
    }
  };
  const reader = child.stdout.getReader();
  await seen("webhook ");
  await call(key, "POST", "/appsync/products/sync", [
    { reference: "pen-yellow", name: "Told", price_ttc: 2, stock: 1 },
  ]);
  await seen("product.created\npen-yellow Told: 2, 1 pieces");
  child.kill("SIGKILL");
});

test("shop-feed.sh makes an address from which a marketplace reads the catalog", async () => {
  const key = await newApiKey(service.url);
  await call(key, "POST", "/appsync/products/sync", [
    { reference: "feed-me", name: "Feed me", price_ttc: 2, stock: 1 },
  ]);
  const { said, exitCode, complained } = await run(["bash", "shop-feed.sh"], newFolder(), { CATALOGD_KEY: key });
  expect([exitCode, complained]).toEqual([0, expect.stringContaining('"items"')]);
  const feed = await (await fetch(said[0] ?? "")).text();
  expect(feed).toContain("Feed me");
});

test("nightly-sftp.ts takes a supplier's file from its server, and renames it there", async () => {
  const sftp = await startSftp();
  mkdirSync(sftp.folder, { recursive: true });
  writeFileSync(
    join(sftp.folder, "list.csv"),
    "reference,ean,name,price,stock\nnightly-one,4006381333962,Nightly,3,2\n",
  );
  const ran = await run([process.execPath, "nightly-sftp.ts"], newFolder(), {
    CATALOGD_KEY: await newApiKey(service.url),
    SFTP_HOST: "127.0.0.1",
    SFTP_PORT: String(sftp.port),
    SFTP_USER: USER,
    SFTP_PASSWORD: PASSWORD,
    SFTP_FINGERPRINT: sftp.fingerprint,
  });
  expect(ran).toEqual({ said: ["completed: 1 created, 0 failed"], complained: "", exitCode: 0 });
  // The import has ended before its file is renamed.
  while (!(await Bun.file(join(sftp.folder, "list.done")).exists())) await Bun.sleep(20);
  await sftp.stop();
});
