import { expect, test } from "bun:test";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";
import { newApiKey, startService } from "../servers/service.ts";

const TEST_MS = 60_000;
const BLOCK = /<!-- run against a service -->\n```sh\n([\s\S]*?)```/g;

const readme = await Bun.file("README.md").text();
const blocks = [...readme.matchAll(BLOCK)].map(([, commands = ""]) => commands);

test("the README has commands to run", () => {
  expect(blocks.length).toBeGreaterThan(0);
});

/** Runs commands as printed. */
async function run(commands: string, env: Record<string, string>) {
  const shell = Bun.spawn(["bash", "-c", commands], {
    env: { ...process.env, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [said, complained] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()]);
  return { said, complained, exitCode: await shell.exited };
}

test.each(blocks.map((commands, index) => ({ block: index + 1, commands })))(
  "the commands of block $block work",
  async ({ commands }) => {
    const service = await startService({ folder: temporaryFolder() });
    const { said, complained, exitCode } = await run(commands, {
      URL: `${service.url}/api/v1`,
      KEY: await newApiKey(service.url),
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

  const wrongKey = await run(commands, { URL, KEY: "pm_live_wrong" });
  expect(wrongKey.exitCode).not.toBe(0);
  expect(wrongKey.said).toContain("401");
  const noKey = await run(commands, { URL, KEY: "" });
  expect(noKey.exitCode).not.toBe(0);
  expect(noKey.complained).toContain("export KEY=pm_live_… first");
  const away = await run(commands, { URL: "http://127.0.0.1:1/api/v1", KEY: "pm_live_x" });
  expect(away.exitCode).not.toBe(0);
  expect(away.complained).toContain("127.0.0.1");
  const noFile = commands.replace("src/cli/demo-products.csv", "src/nothing.csv");
  expect((await run(noFile, { URL, KEY: await newApiKey(service.url) })).exitCode).not.toBe(0);
  await service.kill("SIGTERM");
}, 60_000);
