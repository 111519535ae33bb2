import { describe, expect, test } from "bun:test";
import { EVERY_TENANT } from "../../db/ports.ts";
import { number, text } from "../../db/rows.ts";
import { settleCall } from "../../src/ai/provider/ledger.ts";
import { reserveCall } from "../../src/ai/provider/reserve.ts";
import { claimJobs } from "../../src/jobs/lifecycle.ts";
import { runJob } from "../../workers/run-job.ts";
import { formWith, pdfOf } from "../documents/files.ts";
import { answerOf, DESCRIPTION, refusal } from "../enrichment/given-provider.ts";
import { clock, runJobs, services } from "../harness.ts";
import { faults } from "../products/given.ts";
import { givenProducts } from "./given-batch.ts";

describe("a batch", () => {
  test("D3-050 D3-051 D3-053 D3-055 D3-059 waits for its start, then does every product", async () => {
    const { tenant, ids, provider, create, move, get } = await givenProducts(3);
    const { status, body } = await create({ enrichmentTypes: undefined });
    expect(status).toBe(202);
    expect(body).toMatchObject({ status: "pending", total_products: 3, enrichmentTypes: ["all"], priority: 5 });
    await runJobs();
    expect(provider.asked.length).toBe(0);
    expect((await move(body.id, "start")).body.status).toBe("running");
    expect(refusal(await move(body.id, "start"))).toEqual([409, "INVALID_STATE"]);
    await runJobs();
    expect(await get(body.id)).toMatchObject({ status: "completed", processed: 3, failed: 0, stop_reason: null });
    expect((await get(body.id)).completed_at).toEqual(expect.any(String));
    expect((await tenant.get(`/products/${ids[2]}`)).body.description).toBe(DESCRIPTION);
    expect((await tenant.get("/products?not_enriched=true")).body.meta.total).toBe(0);
  });

  test.each([
    [{ name: "" }, ["name"]],
    [{ filters: { colour: "red" } }, ["filters.colour"]],
    [{ enrichmentTypes: ["poems"] }, ["enrichmentTypes.0"]],
    [{ maxBudget: 0 }, ["maxBudget"]],
    [{ scheduled_at: "tomorrow" }, ["scheduled_at"]],
    [{ scheduled_at: "2020-01-01T00:00:00Z" }, ["scheduled_at"]],
    [{ priority: 11 }, ["priority"]],
  ])("D3-052 refuses %j", async (wrong, fields) => {
    const { create } = await givenProducts(1);
    const answer = await create(wrong);
    expect([answer.status, faults(answer)]).toEqual([422, fields]);
  });

  test("D3-054 S34.1 starts by itself at its time, not before", async () => {
    const { create, get } = await givenProducts(1);
    const at = new Date(clock.nowMs + 3 * 3_600_000).toISOString();
    const { body } = await create({ scheduled_at: at, max_budget: 2, enrichment_types: ["seo"] });
    for (let minutes = 0; minutes < 170; minutes += 10) {
      clock.nowMs += 600_000;
      await runJobs();
    }
    expect((await get(body.id)).status).toBe("pending");
    clock.nowMs += 1_200_000;
    await runJobs();
    expect((await get(body.id)).status).toBe("completed");
  });

  test("D3-056 D3-057 D3-058 pauses, resumes where it was, and is cancelled from any state", async () => {
    const { provider, create, move, get } = await givenProducts(6, { concurrency: 1 });
    const { body } = await create();
    let requests = 0;
    provider.says(async () => {
      if (++requests === 3) await move(body.id, "pause");
      return DESCRIPTION;
    });
    await move(body.id, "start");
    await runJobs();
    expect(await get(body.id)).toMatchObject({ status: "paused", processed: 3 });
    expect(refusal(await move(body.id, "pause"))).toEqual([409, "INVALID_STATE"]);
    await move(body.id, "resume");
    await runJobs();
    expect(await get(body.id)).toMatchObject({ status: "completed", processed: 6 });
    expect(requests).toBe(6);
    expect(refusal(await move(body.id, "resume"))).toEqual([409, "INVALID_STATE"]);
    const { completed_at: at } = await get(body.id);
    for (const _ of [1, 2]) {
      expect(await move(body.id, "cancel")).toMatchObject({
        status: 200,
        body: { status: "cancelled", completed_at: at },
      });
    }
  });

  test("D3-061 S34.4 stops when the next product would pass the budget", async () => {
    // A product costs 0.0012 dollars.
    const { run, provider } = await givenProducts(10, { concurrency: 4 });
    const done = await run({ maxBudget: 0.005 });
    expect(done).toMatchObject({
      status: "completed",
      stop_reason: "budget_reached",
      processed: 4,
      total_products: 10,
    });
    expect(done.cost_usd).toBe(0.0048);
    expect(provider.asked.length).toBe(4);
  });

  test("D3-060 S34.4 goes on after a failure, and stops after 20 in a row or when the key is refused", async () => {
    const one = await givenProducts(4, { concurrency: 1 });
    one.provider.says((body) => (body.includes("Chaise 1<") ? 404 : DESCRIPTION));
    expect(await one.run()).toMatchObject({
      status: "completed",
      processed: 3,
      failed: 1,
      item_errors: [{ product_id: one.ids[1], error: expect.stringMatching(/^descriptions: /) }],
    });
    const all = await givenProducts(30, { concurrency: 1 });
    all.provider.says(() => 404);
    expect(await all.run()).toMatchObject({ status: "failed", failed: 20, stop_reason: "failures" });
    const refused = await givenProducts(5, { concurrency: 1 });
    refused.provider.says(() => 401);
    expect(await refused.run()).toMatchObject({
      status: "failed",
      failed: 1,
      stop_reason: "provider",
      error_message: "AI_PROVIDER_NOT_CONFIGURED",
    });
  });

  test("S33.10 gives the model what the data sheets of each product say", async () => {
    const { tenant, ids, provider, run } = await givenProducts(2);
    const sheet = formWith("fiche.pdf", pdfOf(["Assise 45 cm"]), { product_id: ids[0] ?? "" });
    await tenant.post("/enrichment/documents", sheet);
    await runJobs();
    expect(await run()).toMatchObject({ status: "completed", processed: 2 });
    const reported = provider.asked.map(({ body }) => JSON.stringify(body));
    expect(reported.filter((each) => each.includes("Assise 45 cm")).length).toBe(1);
    expect(reported.find((each) => each.includes("Assise 45 cm"))).toContain("Chaise 0<");
  });

  test("S34.8 of two batches that wait the one of higher priority is first, in any order of start", async () => {
    const { provider, create, move, get } = await givenProducts(2);
    const order: string[] = [];
    provider.says((body) => {
      const said = answerOf(body);
      order.push(said === DESCRIPTION ? "low" : "high");
      return said;
    });
    const made = [
      await create({ enrichmentTypes: ["descriptions"], priority: "low" }),
      await create({ enrichmentTypes: ["seo"], priority: "high" }),
    ];
    for (const { body } of made) await move(body.id, "start");
    // One after the other, as one worker takes them.
    for (;;) {
      const { jobs } = await services.write(claimJobs, EVERY_TENANT, { queue: "outside", owner: "test", limit: 1 });
      const [job] = jobs;
      if (!job) break;
      await runJob(services, job, new AbortController().signal);
    }
    for (const { body } of made) expect(await get(body.id)).toMatchObject({ status: "completed", processed: 2 });
    expect(order).toEqual(["high", "high", "low", "low"]);
  });

  test("S34.9 leaves reviewed texts alone", async () => {
    const { tenant, ids, run } = await givenProducts(1);
    await tenant.patch(`/products/${ids[0]}`, { description: "Écrite à la main" });
    await tenant.patch(`/products/${ids[0]}/content-variants/fr/review`, { reviewed: true });
    expect(await run()).toMatchObject({ status: "completed", processed: 1 });
    expect((await tenant.get(`/products/${ids[0]}`)).body.description).toBe("Écrite à la main");
    expect((await tenant.get(`/enrichment/products/${ids[0]}`)).body).toMatchObject({
      descriptions: DESCRIPTION,
      applied: false,
    });
  });

  test("D3-062 S34.7 S34.8 lists newest first by status, with limit and offset", async () => {
    const { tenant, create, move } = await givenProducts(0);
    for (const name of ["one", "two", "three"]) {
      clock.nowMs += 10;
      await create({ name, priority: "high" });
    }
    const { body } = await tenant.get("/enrichment/batch?limit=2");
    expect(body).toMatchObject({ total: 3, limit: 2, offset: 0, pages: 2 });
    expect(body.items.map(({ name, priority }: { name: string; priority: number }) => [name, priority])).toEqual([
      ["three", 8],
      ["two", 8],
    ]);
    await move(body.items[0].id, "start");
    await runJobs();
    expect((await tenant.get("/enrichment/batch?status=completed")).body.total).toBe(1);
    expect((await tenant.get("/enrichment/batch?status=gone")).status).toBe(400);
    expect((await tenant.get("/enrichment/batch/019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01")).status).toBe(404);
  });
});

test("S34.21 what was answered before a kill is not requested again, and what was under way is in the ledger", async () => {
  const { tenant, ids, db, provider, create, move, get } = await givenProducts(2);
  const { body } = await create();
  const sent = async (id: string, productId: string) => {
    const about = { action: "descriptions", provider: "p", model: "m", isRouted: false, promptSlug: null };
    const reserved = await services.write(reserveCall, tenant.id, {
      call: { ...about, id, productId, jobId: body.id, piece: "descriptions", requestHash: null },
      turnId: id,
      limits: { atOnce: 4, requestsPerMinute: null, tokensPerMinute: null },
      estimate: { bytes: 10, outputTokensMax: 10, inputPrice: 1, outputPrice: 1 },
      budgets: { day: null, month: null, batch: null },
      canWait: false,
      timeoutMs: 1000,
    });
    return (reserved as Extract<typeof reserved, { is: "made" }>).made;
  };
  const made = await sent("answered", ids[0] ?? "");
  await sent("lost", ids[1] ?? "");
  const answer = JSON.stringify({ text: "<p>Payé une fois</p>", inputTokens: 5, outputTokens: 5, costMicros: 77 });
  const end = { inputTokens: 5, outputTokens: 5, characters: 0, cachedTokens: 0, costMicros: 77, baselineMicros: 77 };
  await services.write(settleCall, tenant.id, {
    made,
    end: { ...end, state: "answered", answer, error: null },
    isMaybePaid: false,
    limits: {},
    leftOut: [],
  });
  await move(body.id, "start");
  await runJobs();
  expect(await get(body.id)).toMatchObject({ status: "completed", processed: 2, cost_usd: 0.001277 });
  expect(provider.asked.length).toBe(1);
  expect((await tenant.get(`/products/${ids[0]}`)).body.description).toBe("<p>Payé une fois</p>");
  const states = await db.all(
    "select id, state, cost_micros from ai_call where tenant_id = :tenant order by at_ms, id",
    {},
    (row) => [text(row, "id"), text(row, "state"), number(row, "cost_micros")],
  );
  expect(states).toContainEqual(["answered", "applied", 77]);
  expect(states).toContainEqual(["lost", "interrupted", 0]);
  expect(states.length).toBe(3);
});
