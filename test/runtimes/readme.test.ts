import { expect, test } from "bun:test";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";
import { freePort } from "../servers/process.ts";
import { newApiKey, startService } from "../servers/service.ts";
import { copyOf } from "./copy-of-sources.ts";
import { runShell } from "./shell.ts";

const TEST_MS = 60_000;
const BLOCK = /<!-- run against a service -->\n```sh\n([\s\S]*?)```/g;

const readme = await Bun.file("README.md").text();
const blocks = [...readme.matchAll(BLOCK)].map(([, commands = ""]) => commands);

test("the README has commands to run", () => {
  expect(blocks.length).toBeGreaterThan(0);
});

test.each(blocks.map((commands, index) => ({ block: index + 1, commands })))(
  "the commands of block $block work",
  async ({ commands }) => {
    const service = await startService({ folder: temporaryFolder() });
    const { said, complained, exitCode } = await runShell(commands, {
      env: { URL: `${service.url}/api/v1`, KEY: await newApiKey(service.url) },
    });
    expect(complained).toBe("");
    expect(exitCode).toBe(0);
    expect(said).toContain('"products_to_create":40');
    expect(said).toContain('"title":"Bread <em>knife</em> 24 cm"');
    expect(said).toContain("2100000013012,Chef's knife 20 cm,42.90");
    expect(said).not.toContain('"error":{');
    await service.kill("SIGTERM");
  },
  TEST_MS,
);

test("the first calls end by themselves when the key is wrong, there is no service, or the file is none", async () => {
  const [commands = ""] = blocks;
  const service = await startService({ folder: temporaryFolder() });
  const URL = `${service.url}/api/v1`;

  const wrongKey = await runShell(commands, { env: { URL, KEY: "pm_live_wrong" } });
  expect(wrongKey.exitCode).not.toBe(0);
  expect(wrongKey.said).toContain("401");
  const noKey = await runShell(commands, { env: { URL, KEY: "" } });
  expect(noKey.exitCode).not.toBe(0);
  expect(noKey.complained).toContain("export KEY=pm_live_… first");
  const away = await runShell(commands, { env: { URL: "http://127.0.0.1:1/api/v1", KEY: "pm_live_x" } });
  expect(away.exitCode).not.toBe(0);
  expect(away.complained).toContain("127.0.0.1");
  const noFile = commands.replace("src/cli/demo-products.csv", "src/nothing.csv");
  expect((await runShell(noFile, { env: { URL, KEY: await newApiKey(service.url) } })).exitCode).not.toBe(0);
  await service.kill("SIGTERM");
}, 60_000);

test("the first command, in an empty folder with the sources, imports a file, finds products and writes a file", async () => {
  const [, command = ""] = /<!-- the first command -->\n```sh\n(.*)\n```/.exec(readme) ?? [];
  const folder = temporaryFolder();
  copyOf(folder);
  const { TEST_PROGRAM: _, ...env } = process.env;
  const shell = Bun.spawn(["setsid", "bash", "-euo", "pipefail", "-c", command], {
    cwd: folder,
    env: { ...env, CATALOGD_PORT: String(await freePort()) },
    stdout: "pipe",
    stderr: "pipe",
  });
  const decoder = new TextDecoder();
  let said = "";
  for await (const text of shell.stdout) {
    said += decoder.decode(text, { stream: true });
    if (said.includes("goes when you stop")) break;
  }
  process.kill(-shell.pid, "SIGTERM");
  await shell.exited;

  expect(said).toContain("status completed, processed_rows 40, products_created 40");
  expect(said).toMatch(/GET \/api\/v1\/search\/products\?q=\S+ → 200/);
  expect(said).toMatch(/GET \/api\/v1\/exports\/\S+ → 200/);
}, 600_000);
