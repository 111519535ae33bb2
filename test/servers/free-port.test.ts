import { expect, test } from "bun:test";
import { createServer } from "node:net";
import process from "node:process";
import { freePort } from "./process.ts";

const PORTS = 20;

test("processes beside each other are given different ports, and none that is taken", async () => {
  const script = `import { freePort } from ${JSON.stringify(`${import.meta.dir}/process.ts`)};
    for (let n = 0; n < ${PORTS}; n++) console.log(await freePort());`;
  const others = [1, 2].map(() => Bun.spawn([process.execPath, "-e", script], { stdout: "pipe" }));
  const given = await Promise.all(others.map(async ({ stdout }) => (await stdout.text()).trim().split("\n")));
  const own = await Promise.all(Array.from({ length: PORTS }, freePort));
  const all = [...given.flat().map(Number), ...own];
  expect(new Set(all).size).toBe(3 * PORTS);

  const next = (await freePort()) + 1;
  const server = createServer().listen(next, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  expect(await freePort()).not.toBe(next);
  server.close();
});
