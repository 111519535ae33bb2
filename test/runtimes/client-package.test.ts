import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { writePackage } from "../../clients/write-package.ts";
import { temporaryFolder } from "../cleanup.ts";
import { newApiKey, type StartedService, startService } from "../servers/service.ts";
import { openBrowser, openPage } from "./browser.ts";

// The package of the client as its users have it: packed, installed from the tarball into an empty folder, and used there.
setDefaultTimeout(180_000);

const NODES = resolve("test/runtimes/nodes/node_modules");
const RUNTIMES: Record<string, string[]> = {
  "Node 20": [join(NODES, "node-20/bin/node")],
  "Node 22": [join(NODES, "node-22/bin/node")],
  "Node 24": [join(NODES, "node-24/bin/node")],
  Bun: [process.execPath],
  Deno: [resolve("node_modules/.bin/deno"), "run", "--no-prompt", "--allow-net"],
};

const EXPECTED = {
  titles: ["Saw 1", "Saw 2", "Saw 3"],
  isCatalogdError: true,
  said: expect.stringMatching(/^CatalogdError: .*name: .*; price: .*\(422 VALIDATION_FAILED$/),
  event: "test",
  isForged: true,
  ends: {
    awaiting: "awaiting_mapping",
    whole: "completed",
    partly: "completed_with_errors",
    whilePaused: "paused",
    cancelled: "cancelled",
    failed: "failed",
  },
  isCsv: true,
};

let service: StartedService;
let apiKey: string;
let folder: string;
let given: object;

async function run(command: string[], cwd: string): Promise<string> {
  const child = Bun.spawn(["setpriv", "--pdeathsig", "KILL", ...command], { cwd, stdout: "pipe", stderr: "pipe" });
  const [said, complained] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(complained);
  return said;
}

/** What the service really sends to a webhook. */
async function receive() {
  const came = Promise.withResolvers<{ body: string; headers: Record<string, string> }>();
  const receiver = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      came.resolve({ body: await request.text(), headers: Object.fromEntries(request.headers) });
      return new Response(null, { status: 204 });
    },
  });
  const post = async (path: string, body: unknown) => {
    const headers = { "x-api-key": apiKey, "content-type": "application/json" };
    const sent = { method: "POST", headers, body: JSON.stringify(body) };
    return (await fetch(`${service.url}/api/v1${path}`, sent)).json() as Promise<Record<string, string>>;
  };
  const url = `http://127.0.0.1:${receiver.port}/`;
  const { id, generated_secret: secret } = await post("/webhooks", { name: "Here", url, events: ["product.created"] });
  await post(`/webhooks/${id}/test`, {});
  const delivery = await came.promise;
  await receiver.stop(true);
  return { ...delivery, secret };
}

beforeAll(async () => {
  const env = { CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1", CATALOGD_OUTBOUND_ALLOW: "127.0.0.1" };
  service = await startService({ folder: temporaryFolder(), env });
  apiKey = await newApiKey(service.url);

  const own = temporaryFolder();
  cpSync("clients/typescript", own, { recursive: true });
  await writePackage(service.url, own);
  folder = temporaryFolder();
  const [packed] = JSON.parse(await run(["npm", "pack", "--json", "--pack-destination", folder], own));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
  await run(["npm", "install", "--offline", "--no-audit", "--no-fund", `./${packed.filename}`], folder);

  given = { baseUrl: service.url, apiKey, delivery: await receive(), unreachable: "http://127.0.0.1:1/list.csv" };
  cpSync("test/runtimes/client-package/program.js", join(folder, "program.js"));
  const main = `import { run } from "./program.js";\nconsole.log(JSON.stringify(await run(${JSON.stringify(given)})));\n`;
  writeFileSync(join(folder, "main.js"), main);
});
afterAll(() => service?.kill("SIGTERM"));

test.each(Object.entries(RUNTIMES))("the packed client works on %s", async (_, command) => {
  expect(JSON.parse(await run([...command, "main.js"], folder))).toEqual(EXPECTED);
});

test("the packed client works in a browser, bundled", async () => {
  const bundle = await Bun.build({ entrypoints: [join(folder, "program.js")], target: "browser" });
  const script = (await bundle.outputs[0]?.text()) ?? "";
  const browser = await openBrowser();
  const { page, outside, errors } = await openPage(browser, service.url);
  const serve = (path: string, contentType: string, body: string) =>
    page.route(`${service.url}${path}`, (route) => route.fulfill({ contentType, body }));
  await serve("/try.html", "text/html", "<!doctype html><title>Try</title>");
  await serve("/program.js", "text/javascript", script);
  await page.goto(`${service.url}/try.html`);
  const said = await page.evaluate(async ([address, options]) => (await import(address as string)).run(options), [
    `${service.url}/program.js`,
    given,
  ] as const);
  // A refusal is an error in the console of a browser.
  expect([said, outside, errors.filter((each) => !each.includes("422"))]).toEqual([EXPECTED, [], []]);
  await browser.close();
});

test("a program that takes one part of the client takes no other group", async () => {
  const entry = join(folder, "part.js");
  writeFileSync(entry, 'import { BrandsApi } from "catalogd-client/brands";\nconsole.log(BrandsApi.name);\n');
  const sizeOf = async (from: string) => {
    const built = await Bun.build({ entrypoints: [from], target: "browser", minify: true });
    return built.outputs[0]?.size ?? 0;
  };
  const whole = join(folder, "whole.js");
  writeFileSync(whole, 'import { Catalogd } from "catalogd-client";\nconsole.log(Catalogd.name);\n');
  expect(await sizeOf(entry)).toBeLessThan((await sizeOf(whole)) / 10);
});
