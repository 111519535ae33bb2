import { describe, expect, test } from "bun:test";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { limitsIn } from "../../src/ai/provider/call-limits.ts";
import { providerSetting } from "../doubles/chat-provider.ts";
import { DESCRIPTION, refusal } from "../enrichment/given-provider.ts";
import { givenProducts } from "../enrichment-batches/given-batch.ts";
import { clock, runJobs } from "../harness.ts";
import { RECEIVER } from "../outbound/certificates.ts";

const MINUTE_MS = 60_000;

/** A provider on this machine that keeps a limit itself: what is too much it refuses, with these headers. */
async function openLimited(limit: (times: number[]) => Record<string, string> | undefined, always = {}) {
  const taken: number[] = [];
  const seen = { refused: 0, now: 0, most: 0 };
  const server = https.createServer(RECEIVER, async (request, response) => {
    for await (const _ of request);
    const refusedWith = limit(taken);
    if (refusedWith) {
      seen.refused++;
      return response.writeHead(429, refusedWith).end(JSON.stringify({ error: { code: "rate_limit_exceeded" } }));
    }
    taken.push(clock.nowMs);
    seen.most = Math.max(seen.most, ++seen.now);
    await Bun.sleep(5);
    seen.now--;
    const choice = { message: { content: DESCRIPTION }, finish_reason: "stop" };
    const usage = { prompt_tokens: 1000, completion_tokens: 100 };
    response.writeHead(200, { "content-type": "application/json", ...always });
    return response.end(JSON.stringify({ choices: [choice], usage }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { baseUrl: `https://receiver.test:${port}/v1`, taken, seen };
}

const inLastMinute = (times: readonly number[]) => times.filter((at) => at > clock.nowMs - MINUTE_MS).length;

/** Runs the jobs, and lets the time go on until none waits any more. */
async function runOn(isOver: () => Promise<boolean>, stepMs: number): Promise<number> {
  let turns = 0;
  while (!(await isOver()) && turns < 200) {
    await runJobs();
    clock.nowMs += stepMs;
    turns++;
  }
  return turns;
}

describe("the limits of a provider", () => {
  test("calls at once are those of all batches and single runs together, and a single run is not last", async () => {
    const limited = await openLimited(() => undefined);
    const { tenant, ids, create, move, get } = await givenProducts(24);
    await tenant.admin.put("/settings/ai-provider", providerSetting(limited.baseUrl, { concurrency: 3 }));
    const made = [
      await create({ filters: { product_ids: ids.slice(0, 10) } }),
      await create({ name: "Second", filters: { product_ids: ids.slice(10, 20) } }),
    ];
    for (const { body } of made) await move(body.id, "start");
    const singles = ids.slice(20).map((id) => tenant.post(`/enrichment/products/${id}?types=descriptions`));
    await Promise.all([runJobs(), runJobs(), ...singles]);
    for (const single of singles) expect((await single).status).toBe(200);
    for (const { body } of made) expect(await get(body.id)).toMatchObject({ status: "completed", processed: 10 });
    expect(limited.seen.most).toBe(3);
  });

  test.each([
    ["the setting", { requests_per_minute: 10 }, {}, 10],
    ["the headers of answers", {}, { "x-ratelimit-limit-requests": "10" }, 10],
    // A call is taken to use its prompt and the longest answer.
    ["tokens a minute", { tokens_per_minute: 20_000, max_output_tokens: 1000 }, {}, 20],
  ])(
    "requests a minute are kept, as %s says: nothing is refused, and the batch does all",
    async (_, setting, headers, most) => {
      const limited = await openLimited(
        (times) => (inLastMinute(times) >= most ? { "retry-after": "60" } : undefined),
        headers,
      );
      const { tenant, create, move, get } = await givenProducts(35);
      const wanted = providerSetting(limited.baseUrl, { concurrency: 2, ...setting });
      await tenant.admin.put("/settings/ai-provider", wanted);
      const { body } = await create();
      await move(body.id, "start");
      await runOn(async () => (await get(body.id)).status !== "running", 5_000);
      expect(await get(body.id)).toMatchObject({ status: "completed", processed: 35, failed: 0 });
      expect(limited.seen.refused).toBe(0);
    },
  );

  test.each([
    ["for a long time", { "retry-after": "90" }, 90_000],
    ["for an hour", { "retry-after": "3600" }, 3_600_000],
    ["without saying for how long", {}, 20_000],
  ])("a batch that is refused %s gives its slot up, waits, and does all", async (_, headers, windowMs) => {
    const limited = await openLimited((times) =>
      times.filter((at) => at > clock.nowMs - windowMs).length >= 8 ? headers : undefined,
    );
    const { tenant, create, move, get } = await givenProducts(20);
    await tenant.admin.put("/settings/ai-provider", providerSetting(limited.baseUrl, { concurrency: 4 }));
    const { body } = await create();
    await move(body.id, "start");
    await runJobs();
    // Its job has ended its turn: others can have the slot.
    const waiting = await get(body.id);
    expect(waiting).toMatchObject({ status: "running", failed: 0, waits_until: expect.any(String) });
    expect(waiting.percent).toBe(Math.round((waiting.processed / 20) * 1000) / 10);
    await runOn(async () => (await get(body.id)).status !== "running", 10 * 60_000);
    expect(await get(body.id)).toMatchObject({ status: "completed", processed: 20, failed: 0, waits_until: null });
    expect(limited.taken.length).toBe(20);
    // It does not ask again and again.
    expect(limited.seen.refused).toBeLessThan(40);
  });

  test("a single run says when to come back, and does not ask before", async () => {
    const limited = await openLimited(() => ({ "retry-after": "90" }));
    const { tenant, ids } = await givenProducts(1);
    await tenant.admin.put("/settings/ai-provider", providerSetting(limited.baseUrl));
    const run = () => tenant.post(`/enrichment/products/${ids[0]}?types=descriptions`);
    const first = await run();
    expect([refusal(first), first.headers.get("retry-after")]).toEqual([[503, "SYSTEM_SERVICE_UNAVAILABLE"], "90"]);
    clock.nowMs += 10_000;
    expect((await run()).headers.get("retry-after")).toBe("80");
    expect(limited.seen.refused).toBe(1);
  });

  test.each([
    [{ "x-ratelimit-limit-requests": "500", "x-ratelimit-limit-tokens": "30000" }, [500, 30_000]],
    [{ "anthropic-ratelimit-requests-limit": "50", "anthropic-ratelimit-tokens-limit": "40000" }, [50, 40_000]],
    [{ "x-ratelimit-limit-req-minute": "60", "x-ratelimit-limit-tokens-minute": "500000" }, [60, 500_000]],
    [{ "x-ratelimit-limit-requests": "200", "x-ratelimit-reset-requests": "7h12m0s" }, [undefined, undefined]],
    [{ "x-ratelimit-limit-requests": "many" }, [undefined, undefined]],
  ])("headers %j", (headers, [requests, tokens]) => {
    const found = limitsIn(headers as Record<string, string>);
    expect([found.requestsPerMinute, found.tokensPerMinute]).toEqual([requests, tokens]);
  });
});
