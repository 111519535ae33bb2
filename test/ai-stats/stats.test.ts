import { expect, test } from "bun:test";
import { providerSetting } from "../doubles/chat-provider.ts";
import { givenModel } from "../enrichment/given-provider.ts";
import { faults } from "../products/given.ts";

test("D3-084 S34.18 the coverage moves with an enrichment", async () => {
  const { tenant, run } = await givenModel();
  const stats = async () => (await tenant.get("/enrichment/stats")).body;
  expect(await stats()).toEqual({
    total_products: 1,
    enriched_products: 0,
    coverage_percent: 0,
    by_type: {},
    by_language: {},
    active_batches: 0,
    last_enriched_at: null,
  });
  await run("?types=seo");
  expect(await stats()).toMatchObject({
    enriched_products: 1,
    coverage_percent: 100,
    by_type: { seo: { count: 1, percent: 100 } },
    last_enriched_at: expect.any(String),
  });
});

test("D3-085 S34.19 the activity of each day, by type, provider and prompt", async () => {
  const { tenant, run } = await givenModel();
  await run("?types=seo,descriptions");
  const { body } = await tenant.get("/enrichment/analytics?days=3");
  expect(body).toMatchObject({
    days: 3,
    total_runs: 2,
    successful: 2,
    failed: 0,
    products: 1,
    cost_usd: 0.0024,
    tokens: { input: 2000, output: 200 },
    by_provider: [{ key: "openai_compatible", runs: 2, cost_usd: 0.0024 }],
  });
  expect(body.by_day.map(({ runs }: { runs: number }) => runs)).toEqual([0, 0, 2]);
  expect(body.by_type.length).toBe(2);
  expect((await tenant.get("/enrichment/analytics?days=366")).status).toBe(400);
});

test("D3-089 D3-090 S32.3 costs sum up, and say what the economy model has saved", async () => {
  const { tenant, run } = await givenModel({ economy_model: "small" });
  await run("?types=seo,descriptions");
  const { body } = await tenant.get("/enrichment/web/costs/summary");
  expect(body).toEqual({
    period_days: 30,
    total_cost_usd: 0.00132,
    total_cost_eur: 0.001214,
    by_provider: [{ provider: "openai_compatible", cost_usd: 0.00132, count: 2 }],
    by_action: [
      { action: "descriptions", cost_usd: 0.0012, count: 1 },
      { action: "seo", cost_usd: 0.00012, count: 1 },
    ],
    smart_routing_savings: {
      tasks: 1,
      baseline_cost: 0.0012,
      optimized_cost: 0.00012,
      saved: 0.00108,
      savings_percent: 90,
    },
  });
  expect((await tenant.get("/enrichment/web/costs/summary?days=366")).status).toBe(400);
});

test("D3-086 D3-087 D3-088 S34.20 an estimate costs nothing, and twice the products cost twice", async () => {
  const { tenant, id, provider } = await givenModel();
  const estimate = (body: object) => tenant.post("/enrichment/web/batch/estimate", body);
  const unknown = "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01";
  const { body } = await estimate({ product_ids: [id, unknown] });
  expect(body).toMatchObject({
    products_count: 1,
    unknown: 1,
    enrichment_types: ["web_enrichment"],
    estimated_tokens: { input: 4500, output: 900, total: 5400 },
    // By the tenant's own model and its price.
    estimated_cost_usd: 0.0063,
    provider: "openai_compatible",
    model: "test-model",
    breakdown: { web_enrichment: { input_tokens: 4500, output_tokens: 900, cost_usd: 0.0063 } },
  });
  const named = await estimate({ product_ids: [id], provider: "openai" });
  expect(named.body).toMatchObject({ estimated_cost_usd: 0.001215, provider: "openai", model: "gpt-4o-mini" });
  await tenant.admin.put("/settings/ai-provider", providerSetting(provider.baseUrl, { economy_model: "small" }));
  const types = { product_ids: [id], enrichment_types: ["seo", "descriptions"] };
  expect((await estimate(types)).body.estimated_cost_usd).toBe(0.000084 + 0.0018);
  await tenant.admin.delete("/settings/ai-provider");
  const unconfigured = await estimate({ product_ids: [id] });
  expect(unconfigured.body).toMatchObject({ estimated_cost_usd: 0.001215, provider: "openai", model: "gpt-4o-mini" });
  await tenant.post("/products", { name: "Second" });
  expect((await estimate({})).body).toMatchObject({ products_count: 2, estimated_cost_usd: 0.00243 });
  for (const [wrong, field] of [
    [{ product_ids: [id], filters: {} }, "filters"],
    [{ provider: "nobody" }, "provider"],
    [{ model: "none" }, "model"],
    [{ filters: { colour: 1 } }, "filters.colour"],
  ] as const) {
    const answer = await estimate(wrong);
    expect([answer.status, faults(answer)]).toEqual([422, [field]]);
  }
  expect(provider.asked.length).toBe(0);
  expect((await tenant.get("/enrichment/web/costs/summary")).body.total_cost_usd).toBe(0);
});

test("S34.21 the ledger's rows are listed by what they are for, page by page, and as CSV", async () => {
  const { tenant, id, provider, run } = await givenModel({ economy_model: "small" });
  await run("?types=seo,descriptions");
  provider.says(() => 404);
  await run("?types=descriptions");
  const { body } = await tenant.get("/enrichment/calls");
  expect(body.total).toBe(3);
  expect(body.items[0]).toMatchObject({
    action: "descriptions",
    provider: "openai_compatible",
    model: "test-model",
    state: "failed",
    product_id: id,
    job_id: null,
    cost_usd: 0,
    unsettled_usd: 0,
    error: "The provider answered 404",
  });
  for (const [query, count] of [
    ["action=seo", 1],
    ["model=small&state=applied", 1],
    ["state=failed", 1],
    [`product_id=${id}`, 3],
    ["job_id=019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01", 0],
    ["from=2099-01-01T00:00:00Z", 0],
    ["to=2099-01-01T00:00:00Z&provider=openai_compatible", 3],
  ] as const) {
    expect([query, (await tenant.get(`/enrichment/calls?${query}`)).body.total]).toEqual([query, count]);
  }
  const first = (await tenant.get("/enrichment/calls?per_page=2")).body;
  const next = (await tenant.get(`/enrichment/calls?per_page=2&cursor=${first.next_cursor}`)).body;
  expect(first.items.length).toBe(2);
  expect(next.items.length).toBeGreaterThan(0);
  expect((await tenant.get("/enrichment/calls?state=lost")).status).toBe(400);
  const csv = await tenant.get("/enrichment/calls/csv?state=applied");
  const lines = String(csv.body).trim().split("\r\n");
  expect(lines[0]?.split(",").slice(0, 5)).toEqual(["id", "at", "ended_at", "action", "provider"]);
  expect(lines.length).toBe(3);
  expect(csv.headers.get("content-type")).toContain("text/csv");
});

test("S32.2 models are listed with their prices, the tenant's own first, and those that are ended", async () => {
  const { tenant } = await givenModel();
  const { body } = await tenant.get("/enrichment/models");
  expect(body.read_on).toBe("2026-11-25");
  expect(body.models[0]).toMatchObject({ provider: "openai_compatible", model: "test-model", input: 1, is_own: true });
  const named = (model: string) => body.models.find((each: { model: string }) => each.model === model);
  expect(named("claude-3-5-haiku")).toMatchObject({
    provider: "anthropic",
    is_retired: true,
    cached: 0.08,
    written: 1,
  });
  expect(named("gpt-5.5")).toMatchObject({ input: 5, output: 30, cached: 0.5, is_retired: false, is_own: false });
  expect(body.sources.anthropic).toStartWith("https://");
});
