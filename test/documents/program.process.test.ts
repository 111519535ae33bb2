import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { temporaryFolder } from "../cleanup.ts";
import { ADMIN, startService } from "../servers/service.ts";
import { formWith } from "./files.ts";

const TEST_MS = 120_000;
const POLL_MS = 50;
const SLOW_MS = 500;
/** What recognising may take, and some of which is given back at once. */
const GROWTH_MB = 400;
const GIVEN_BACK_MB = 80;

test(
  "the program recognises a scanned PDF with nothing but itself, while it answers others, and gives the memory back",
  async () => {
    const service = await startService({ folder: temporaryFolder(), env: { TMPDIR: "/proc/none" } });
    const call = async (path: string, init: RequestInit = {}) =>
      // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
      (await fetch(`${service.url}/api/v1${path}`, init)).json() as Promise<any>;
    const json = { "content-type": "application/json" };
    const login = await call("/auth/login/json", { method: "POST", headers: json, body: JSON.stringify(ADMIN) });
    const headers = { authorization: `Bearer ${login.access_token}` };
    const status = () => readFileSync(`/proc/${service.pid}/status`, "utf8");
    const residentMb = () => Number(/VmRSS:\s+(\d+)/.exec(status())?.[1]) / 1024;

    const beforeMb = residentMb();
    let slowestMs = 0;
    const file = new Uint8Array(readFileSync(new URL("scans/scan.pdf", import.meta.url)));
    const form = formWith("scan.pdf", file, { language: "de" });
    const { id } = await call("/enrichment/documents", { method: "POST", headers, body: form });
    let document = { status: "pending" };
    for (; !/^(indexed|failed)$/.test(document.status); await Bun.sleep(POLL_MS)) {
      const startedAtMs = performance.now();
      document = await call(`/enrichment/documents/${id}`, { headers });
      slowestMs = Math.max(slowestMs, performance.now() - startedAtMs);
    }
    expect(document).toMatchObject({ status: "indexed", error_message: null });
    const { items } = await call(`/enrichment/documents/${id}/passages`, { headers });
    expect(items[0]).toMatchObject({ page: 1, text: expect.stringMatching(/Charge maximale[ |]+130 kg/) });
    expect(items[1]).toMatchObject({ page: 2, text: expect.stringContaining("von Hand geölt") });
    // A page takes a second; the largest is 10 ms on a machine that does nothing else.
    expect(slowestMs).toBeLessThan(SLOW_MS);
    const peakMb = Number(/VmHWM:\s+(\d+)/.exec(status())?.[1]) / 1024;
    expect(peakMb - beforeMb).toBeLessThan(GROWTH_MB);
    while (residentMb() > peakMb - GIVEN_BACK_MB) await Bun.sleep(POLL_MS);
    await service.kill("SIGTERM");
  },
  TEST_MS,
);
