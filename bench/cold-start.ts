import { join } from "node:path";
import process from "node:process";
import { type ServiceOptions, startService } from "../test/servers/service.ts";
import { quantile, requestText } from "./load.ts";
import type { Line } from "./table.ts";
import { residentMb } from "./watch.ts";

const STARTS = 5;
/** By then its threads have started and found nothing to do. */
const SETTLED_MS = 2_000;

/**
 * Milliseconds from the start of the program to its first answer, and the memory it holds a while later: the middle ones
 * of several starts.
 */
async function measureStarts(options: ServiceOptions): Promise<{ startMs: number; idleMb: number }> {
  const times: number[] = [];
  const sizes: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const startedAtMs = performance.now();
    const service = await startService(options);
    times.push(performance.now() - startedAtMs);
    await Bun.sleep(SETTLED_MS);
    sizes.push(residentMb(service.pid));
    await service.kill("SIGTERM");
  }
  return { startMs: quantile(times, 0.5), idleMb: quantile(sizes, 0.5) };
}

const CONNECTIONS = 250;

/** What a service takes for connections that are kept and say nothing, each after its first answer. */
async function measureIdleConnections(options: ServiceOptions): Promise<number> {
  const service = await startService(options);
  await Bun.sleep(SETTLED_MS);
  const beforeMb = residentMb(service.pid);
  const { hostname, port } = new URL(service.url);
  const request = requestText("GET", "/api/v1/health/live");
  const connect = () =>
    new Promise<{ end(): void }>((resolve, reject) => {
      const socket = { open: (opened: { write(text: string): number }) => void opened.write(request), data: resolve };
      Bun.connect({ hostname, port: Number(port), socket }).catch(reject);
    });
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, connect));
  await Bun.sleep(SETTLED_MS);
  const besidesMb = residentMb(service.pid) - beforeMb;
  for (const socket of sockets) socket.end();
  await service.kill("SIGTERM");
  return besidesMb;
}

/** The time for a Bun program that does nothing but answer. */
async function bareStartMs(): Promise<number> {
  const program = 'const s = Bun.serve({ port: 0, fetch: () => new Response("ok") }); console.log(s.port);';
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const startedAtMs = performance.now();
    const bare = Bun.spawn([process.execPath, "-e", program], { stdout: "pipe" });
    const { value } = await bare.stdout.getReader().read();
    await fetch(`http://127.0.0.1:${new TextDecoder().decode(value).trim()}`);
    times.push(performance.now() - startedAtMs);
    bare.kill(9);
    await bare.exited;
  }
  return quantile(times, 0.5);
}

/** The program as one file, made from what is here now. */
export async function buildBinary(folder: string): Promise<string> {
  const binary = join(folder, "catalogd");
  const builder = Bun.spawn([process.execPath, "build.ts", "--out", binary], { stdout: "ignore" });
  if ((await builder.exited) !== 0) throw new Error("Cannot build the binary");
  return binary;
}

/** Starts on a filled folder, from the sources and as the binary, and how much memory that holds when idle. */
export async function measureColdStart(
  folder: string,
  { binary, env }: { binary: string; env: Record<string, string> },
): Promise<Line[]> {
  const bare = await bareStartMs();
  const sources = await measureStarts({ folder, env });
  const compiled = await measureStarts({ folder, env, command: [binary] });
  const connectionsMb = await measureIdleConnections({ folder, env, command: [binary] });
  return [
    { work: "cold start, npm start", value: sources.startMs, unit: "ms", bare, target: "≤ 400" },
    { work: "cold start, binary", value: compiled.startMs, unit: "ms", bare, target: "≤ 120" },
    { work: "memory when idle, npm start", value: sources.idleMb, unit: "MB", target: "" },
    { work: "memory when idle, binary", value: compiled.idleMb, unit: "MB", target: "≤ 100" },
    { work: `memory of ${CONNECTIONS} connections that are idle`, value: connectionsMb, unit: "MB", target: "≤ 20" },
  ];
}
