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

test.each(blocks.map((commands, index) => ({ block: index + 1, commands })))(
  "the commands of block $block work",
  async ({ commands }) => {
    const service = await startService({ folder: temporaryFolder() });
    const shell = Bun.spawn(["bash", "-euo", "pipefail", "-c", commands], {
      env: { ...process.env, URL: `${service.url}/api/v1`, KEY: await newApiKey(service.url) },
      stdout: "pipe",
      stderr: "pipe",
    });
    const [said, complained] = await Promise.all([
      new Response(shell.stdout).text(),
      new Response(shell.stderr).text(),
    ]);
    expect(complained).toBe("");
    expect(await shell.exited).toBe(0);
    expect(said).toContain('"products_to_create":40');
    expect(said).toContain('"title":"<em>Couteau</em> de chef 20 cm"');
    expect(said).toContain("2100000013012,Couteau de chef 20 cm,42.90");
    expect(said).not.toContain('"error":{');
    await service.kill("SIGTERM");
  },
  TEST_MS,
);
