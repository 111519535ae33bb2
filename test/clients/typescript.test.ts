import { afterAll, expect, test } from "bun:test";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { compile, writePackage } from "../../clients/write-package.ts";
import { temporaryFolder } from "../cleanup.ts";
import { app, newTenant } from "../harness.ts";

// The compiler reads some 18,000 lines twice.
const TEST_MS = 120_000;
const PACKAGE = "clients/typescript";

const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: (request) => app.handle(request) });
const url = `http://127.0.0.1:${server.port}`;
afterAll(() => server.stop(true));

/** What a program prints; it must end well. */
async function run(command: string[], options: { cwd?: string; env?: Record<string, string> } = {}) {
  const child = Bun.spawn(command, {
    ...options,
    env: { ...process.env, ...options.env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [said, wrong] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  expect([await child.exited, wrong]).toEqual([0, expect.anything()]);
  return said;
}

test(
  "the client that is served is sound TypeScript, packs in parts, and the example does with it what it says",
  async () => {
    const folder = temporaryFolder();
    const served = await fetch(`${url}/docs/client.ts`);
    expect([served.status, served.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    await cp(PACKAGE, folder, { recursive: true });
    await writeFile(join(folder, "catalogd.ts"), await served.text());
    const example = join(folder, "example.ts");
    await compile(["--noEmit", "--allowImportingTsExtensions", example]);

    const { apiKey } = await newTenant();
    const said = await run([process.execPath, example], { env: { CATALOGD_URL: url, CATALOGD_KEY: apiKey } });
    expect(said.trim().split("\n")).toEqual([
      "created 2",
      "refused 409 DUPLICATE_EAN true",
      "wrong field price",
      "listed Bow saw, Handsaw",
      "too late PRECONDITION_FAILED",
      "changed 4006381333931, 5901234123457",
      "file text/csv true",
    ]);

    await rm(join(folder, "catalogd.ts"));
    const parts = await writePackage(url, folder);
    const [packed] = JSON.parse(await run(["npm", "pack", "--dry-run", "--json"], { cwd: folder }));
    expect(packed.files.map(({ path }: { path: string }) => path).toSorted()).toEqual(
      [
        ...["README.md", "example.ts", "package.json"],
        ...parts.flatMap((part) => [`client/${part}.js`, `client/${part}.d.ts`]),
      ].toSorted(),
    );
    expect(parts).toEqual(expect.arrayContaining(["imports", "index", "models", "runtime", "webhook-events"]));
  },
  TEST_MS,
);

test("the package has the version of the service", async () => {
  const versionIn = async (path: string) => JSON.parse(await readFile(path, "utf8")).version;
  expect(await versionIn(`${PACKAGE}/package.json`)).toBe(await versionIn("package.json"));
});
