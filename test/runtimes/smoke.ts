import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { type StartedMinio, startMinio } from "../servers/minio.ts";
import { type StartedService, startService } from "../servers/service.ts";
import { CALLS_ENV, makeCalls } from "./calls.ts";

/**
 * The same calls against the service on Bun, on Deno and as one binary in a folder of its own. Run it after
 * `npm run build`. Ends with `N passed, N failed`.
 */
const MAIN = resolve("src/main.ts");
const BINARY = resolve("out/catalogd");
const DENO = resolve("node_modules/deno/deno");

interface Runtime {
  name: string;
  /** Prepares a folder and says how the service is started in it. */
  command(folder: string): Promise<string[]>;
  /** Whether the calls are made with an object store as well: on Bun they are by the binary. */
  isOnStore: boolean;
  env?: Record<string, string>;
}

const RUNTIMES: Runtime[] = [
  { name: "bun", isOnStore: false, command: async () => [process.execPath, MAIN] },
  {
    name: "deno",
    isOnStore: true,
    command: async () => {
      if (!existsSync(DENO)) await Bun.$`node node_modules/deno/install.cjs`.quiet();
      return [DENO, "run", "-A", MAIN];
    },
  },
  {
    name: "binary",
    isOnStore: true,
    command: async (folder) => {
      if (!existsSync(BINARY)) throw new Error("out/catalogd is missing: npm run build");
      const copy = join(folder, "catalogd");
      copyFileSync(BINARY, copy);
      chmodSync(copy, 0o755);
      return [copy];
    },
    // It needs no folder for temporary files: as with a read-only /tmp.
    env: { TMPDIR: "/proc/none" },
  },
];

let passed = 0;
let failed = 0;
function note(runtime: string, name: string, error: string | undefined): void {
  if (error === undefined) passed++;
  else failed++;
  process.stdout.write(
    `${error === undefined ? "(pass)" : "(fail)"} ${runtime}: ${name}${error ? `: ${error}` : ""}\n`,
  );
}

/** Starts another service on the folder of a running one: it must say so and end with 1. */
async function secondStart(
  command: string[],
  folder: string,
  own: Record<string, string> = {},
): Promise<string | undefined> {
  const second = Bun.spawn(command, {
    cwd: folder,
    env: { ...process.env, ...own, CATALOGD_DATA_DIR: join(folder, "data"), CATALOGD_PORT: "0" },
    stdout: "ignore",
    stderr: "pipe",
  });
  const said = await new Response(second.stderr).text();
  const code = await second.exited;
  if (code === 1 && /^catalogd: Another process is running on /m.test(said)) return undefined;
  return `it ended with ${code}: ${said}`;
}

async function stops(service: StartedService): Promise<string | undefined> {
  const code = await service.kill("SIGTERM");
  return code === 0 ? undefined : `it ended with ${code}: ${service.output()}`;
}

/** The same calls with the files in an object store, where all of them are. */
async function smokeOnStore({ name, command, env: own }: Runtime, folder: string, store: StartedMinio): Promise<void> {
  const [bucket, data, runtime] = [`smoke-${name}`, join(folder, "data-beside-store"), `${name} on an object store`];
  const env = { ...own, ...store.env, CATALOGD_S3_BUCKET: bucket, CATALOGD_DATA_DIR: data };
  const service = await startService({ folder, command: await command(folder), env: { ...CALLS_ENV, ...env } });
  for await (const { name: done, error } of makeCalls(service.url)) note(runtime, done, error);
  const health = await (await fetch(`${service.url}/api/v1/health/ready`)).text();
  note(runtime, "its health names the bucket", health.includes(bucket) ? undefined : health);
  note(runtime, "nothing is written beside it", existsSync(join(data, "files")) ? `${data}/files is there` : undefined);
  note(runtime, "SIGTERM ends it with 0", await stops(service));
}

async function smoke({ name, command, env }: Runtime, folder: string): Promise<void> {
  const start = await command(folder);
  const startedAtMs = performance.now();
  const service = await startService({ folder, command: start, env: { ...CALLS_ENV, ...env } });
  process.stdout.write(`${name}: ready after ${Math.round(performance.now() - startedAtMs)} ms\n`);
  for await (const { name: done, error } of makeCalls(service.url)) note(name, done, error);
  note(name, "a second start on the same folder is refused", await secondStart(start, folder, env));
  note(name, "SIGTERM ends it with 0", await stops(service));
}

const storeFolder = mkdtempSync(join(tmpdir(), "catalogd-smoke-"));
const store = await startMinio(storeFolder);
for (const runtime of RUNTIMES) {
  const folder = mkdtempSync(join(tmpdir(), "catalogd-smoke-"));
  await smoke(runtime, folder).catch((error: unknown) => note(runtime.name, "starts", String(error)));
  if (runtime.isOnStore) {
    await smokeOnStore(runtime, folder, store).catch((error: unknown) =>
      note(`${runtime.name} on an object store`, "starts", String(error)),
    );
  }
  rmSync(folder, { recursive: true, force: true });
}
await store.stop();
rmSync(storeFolder, { recursive: true, force: true });
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
