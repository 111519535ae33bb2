import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cleanup.ts";
import { newApiKey, PROGRAM, startService } from "../servers/service.ts";

setDefaultTimeout(120_000);

interface Bundle {
  warnings: { thread: string }[];
  findings: unknown[];
}

const KEY = "an operator key 0123456789";

/** Runs the command on a data folder. */
async function diagnostics(dataDir: string, flags: string[] = []) {
  const command = [...PROGRAM, "diagnostics", "--data-dir", dataDir, ...flags];
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "pipe" });
  const [said, complained] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { said, complained, exitCode: await child.exited };
}

test("the operator gets a running service's bundle by HTTP and from its own machine, with what its threads have logged", async () => {
  const folder = temporaryFolder();
  const dataDir = join(folder, "data");
  const secrets = { CATALOGD_OPERATOR_KEY: KEY, CATALOGD_SMTP_URL: "smtp://anna:mail-pass-1234@127.0.0.1:1" };
  // Each statement is slow then, so that every thread has something to say.
  const service = await startService({ folder, env: { ...secrets, CATALOGD_SLOW_MS: "1" } });
  const key = await newApiKey(service.url);
  const upload = new FormData();
  const rows = Array.from({ length: 2_000 }, (_, index) => `A-${index},Lamp ${index}\n`);
  upload.set("file", new File([`sku,name\n${rows.join("")}`], "lamps.csv"));
  await fetch(`${service.url}/api/v1/imports/upload`, { method: "POST", headers: { "x-api-key": key }, body: upload });
  const ask = async () => {
    const url = `${service.url}/api/v1/operator/diagnostics`;
    return (await fetch(url, { headers: { "x-operator-key": KEY } })).json() as Promise<Bundle>;
  };
  const hasWorker = ({ warnings }: Bundle) => warnings.some(({ thread }) => thread.startsWith("worker-"));
  let bundle = await ask();
  while (!hasWorker(bundle)) bundle = await ask();
  expect(bundle).toMatchObject({ left_out: [], database: { tenants: 1 }, jobs: { failures: [] } });
  expect(bundle.findings).toContainEqual(expect.objectContaining({ check: "mail server", status: "warning" }));

  const printed = await diagnostics(dataDir);
  const file = join(folder, "bundle.json");
  const written = await diagnostics(dataDir, ["--to", file]);
  const again = await diagnostics(dataDir, ["--to", file]);

  expect(JSON.parse(printed.said).version).toMatch(/^catalogd /);
  expect([written.exitCode, written.said]).toEqual([0, expect.stringContaining("read it before you send it")]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect([again.exitCode, again.complained]).toEqual([1, expect.stringContaining(`Cannot write ${file}`)]);
  const texts = [JSON.stringify(bundle), printed.said, readFileSync(file, "utf8")];
  for (const secret of [KEY, "mail-pass-1234", key]) expect(texts.filter((text) => text.includes(secret))).toEqual([]);

  await service.kill("SIGTERM");
  const none = await diagnostics(dataDir);
  expect([none.exitCode, none.complained]).toEqual([69, expect.stringContaining("catalogd is not running on")]);
});
