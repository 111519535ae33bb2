import { existsSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { startService } from "../test/servers/service.ts";
import { quantile } from "./load.ts";
import type { Line } from "./table.ts";

const STARTS = 5;
const BINARY = resolve("out/catalogd");

/** Milliseconds from the start of the program to its first answer, the middle one of several starts. */
async function coldStartMs(folder: string, command?: string[]): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const startedAtMs = performance.now();
    const service = await startService({ folder, ...(command && { command }) });
    times.push(performance.now() - startedAtMs);
    await service.kill("SIGTERM");
  }
  return quantile(times, 0.5);
}

/** The same for a Bun program that does nothing but answer. */
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

/** Starts on a filled folder, from the sources and, when it is built, from the binary. */
export async function measureColdStart(folder: string): Promise<Line[]> {
  const bare = await bareStartMs();
  const lines: Line[] = [{ work: "cold start, Bun", value: await coldStartMs(folder), unit: "ms", bare, target: "" }];
  if (existsSync(BINARY)) {
    lines.push({
      work: "cold start, binary",
      value: await coldStartMs(folder, [BINARY]),
      unit: "ms",
      bare,
      target: "≤ 150",
    });
  }
  return lines;
}
