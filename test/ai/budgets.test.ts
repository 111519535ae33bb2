import { expect, test } from "bun:test";
import { EVERY_TENANT } from "../../db/ports.ts";
import { type openChatProvider, providerSetting } from "../doubles/chat-provider.ts";
import { DESCRIPTION, refusal } from "../enrichment/given-provider.ts";
import { givenProducts } from "../enrichment-batches/given-batch.ts";
import { clock, runJobs, services } from "../harness.ts";

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const MICROS = 1_000_000;
const PRICES = { "test-model": { input: 1, output: 2 } };
const OUTPUT_MAX = 2000;
/** What the longest answer to these prompts costs. */
const CALL_MAX = 8_000;

/** How a provider behaves: what it fails at, and how long its answers are, by the order of requests. */
interface Manner {
  /** The first that it refuses, which it does not bill. */
  failing: number;
  /** Every one of these takes longer than is waited for; it bills them all the same. */
  slowEvery: number;
  /** Bytes of a token. */
  bytesPerToken: number;
  tokensOf: (index: number) => number;
}

/** Makes a provider bill by its own count. Answers what it has billed, in millionths of a dollar. */
function billing(provider: Awaited<ReturnType<typeof openChatProvider>>, manner: Manner): () => number {
  let [billed, index] = [0, 0];
  provider.says(async (text) => {
    const { messages, max_tokens: most } = JSON.parse(text);
    const at = index++;
    if (at < manner.failing) return at % 2 === 0 ? 400 : 500;
    const bytes = Buffer.byteLength(messages.map(({ content }: { content: string }) => content).join(""));
    const prompt = Math.ceil(bytes / manner.bytesPerToken);
    const wanted = Math.ceil(manner.tokensOf(at));
    const completion = Math.min(most, wanted);
    billed += prompt + completion * 2;
    if (manner.slowEvery > 0 && at % manner.slowEvery === manner.slowEvery - 1) await Bun.sleep(1_300);
    const choice = { message: { content: DESCRIPTION }, finish_reason: wanted > most ? "length" : "stop" };
    return {
      raw: JSON.stringify({ choices: [choice], usage: { prompt_tokens: prompt, completion_tokens: completion } }),
    };
  });
  return () => billed;
}

const LENGTHS: Record<string, (random: () => number) => Manner["tokensOf"]> = {
  alike: () => () => 200,
  any: (random) => () => 20 + random() * (OUTPUT_MAX - 20),
  "dear last": () => (index) => (index < 6 ? 20 : OUTPUT_MAX * 1.5),
};

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
  "S34.4 a budget is passed by 2 %% at most, however the provider behaves; it is used up to one call (%i)",
  async (seed) => {
    const random = randomOf(seed);
    const concurrency = [1, 4, 16, 64][Math.floor(random() * 4)] ?? 1;
    const lengths = Object.values(LENGTHS)[seed % 3] ?? (() => () => 100);
    const manner: Manner = {
      failing: Math.floor(random() * 6),
      slowEvery: seed % 4 === 0 ? 9 : 0,
      bytesPerToken: 2.5 + random() * 2,
      tokensOf: lengths(random),
    };
    const setting = { concurrency, prices: PRICES, max_output_tokens: OUTPUT_MAX, timeout_seconds: 1 };
    const { provider, run } = await givenProducts(40, setting);
    const billed = billing(provider, manner);
    const budget = 12_000 + Math.floor(random() * 60_000);
    const done = await run({ maxBudget: budget / MICROS });
    expect(billed()).toBeLessThanOrEqual(budget * 1.02);
    expect(Math.round(done.budget_used_usd * MICROS)).toBeLessThanOrEqual(budget);
    expect(Math.round(done.cost_usd * MICROS)).toBeLessThanOrEqual(billed());
    if (done.stop_reason === "budget_reached") expect(billed()).toBeGreaterThan(budget - 4 * CALL_MAX);
    else expect(done.processed + done.failed).toBe(40);
  },
  60_000,
);

test("a call that was not answered in time counts as paid, is in the ledger as such, and ends the batch at its budget", async () => {
  const { provider, run, db } = await givenProducts(7, { concurrency: 1, timeout_seconds: 1, prices: PRICES });
  const billed = billing(provider, { failing: 0, slowEvery: 1, bytesPerToken: 3, tokensOf: () => 500 });
  const done = await run({ maxBudget: 0.011 });
  expect(done).toMatchObject({ stop_reason: "budget_reached", cost_usd: 0 });
  expect(billed()).toBeLessThanOrEqual(11_000);
  expect(done.budget_used_usd).toBeGreaterThan(0);
  expect(done.budget_used_usd).toBeLessThanOrEqual(0.011);
  const rows = await db.all(
    "select state, reserved_micros, error from ai_call where tenant_id = :tenant",
    {},
    ({ state, reserved_micros: reserved, error }) => ({ state, reserved: Number(reserved), error: String(error) }),
  );
  expect(rows.length).toBe(provider.asked.length);
  for (const { state, reserved, error } of rows) {
    expect([state, reserved > 0, error]).toEqual(["failed", true, "There was no answer in time"]);
  }
});

test("the tenant's budget of a day holds over batches and single runs; a batch goes on the next day", async () => {
  const setting = { concurrency: 4, prices: PRICES, daily_budget: 0.03 };
  const { tenant, ids, provider, create, move, get } = await givenProducts(30, setting);
  const billed = billing(provider, { failing: 0, slowEvery: 0, bytesPerToken: 3, tokensOf: () => 1500 });
  const made = [await create(), await create({ name: "Second" })];
  for (const { body } of made) await move(body.id, "start");
  await runJobs();
  expect(billed()).toBeLessThanOrEqual(30_000);
  expect(await get(made[0]?.body.id)).toMatchObject({ status: "paused", stop_reason: "tenant_budget" });
  const single = await tenant.post(`/enrichment/products/${ids[29]}?types=descriptions`);
  expect(refusal(single)).toEqual([409, "AI_BUDGET_REACHED"]);
  clock.nowMs += 24 * 3_600_000;
  await move(made[0]?.body.id, "resume");
  await runJobs();
  expect((await get(made[0]?.body.id)).processed).toBeGreaterThan(5);
  expect(billed()).toBeLessThanOrEqual(60_000);
});

test("a budget asks for the price of a model that nothing is known of; without one it is not asked for", async () => {
  const { tenant, provider, create, move } = await givenProducts(2, { prices: {} });
  provider.says(() => DESCRIPTION);
  const budgeted = await create({ maxBudget: 1 });
  const refused = await move(budgeted.body.id, "start");
  expect(refusal(refused)).toEqual([409, "AI_PRICE_UNKNOWN"]);
  expect(refused.body.error.details.models).toEqual(["test-model"]);
  const free = await create();
  expect((await move(free.body.id, "start")).status).toBe(202);
  await runJobs();
  expect(provider.asked.length).toBe(2);
  await tenant.admin.put("/settings/ai-provider", providerSetting(provider.baseUrl));
  expect((await move(budgeted.body.id, "start")).status).toBe(202);
});

test("what a process that was killed had under way counts as spent, and frees its product at the next start", async () => {
  const { tenant, ids, provider } = await givenProducts(1, { prices: PRICES });
  const hanging = Promise.withResolvers<string>();
  const asked = Promise.withResolvers<void>();
  provider.says(() => {
    asked.resolve();
    return hanging.promise;
  });
  const run = () => tenant.post(`/enrichment/products/${ids[0]}?types=descriptions`);
  const first = run();
  await asked.promise;
  expect(refusal(await run())).toEqual([409, "ENRICHMENT_IN_PROGRESS"]);
  // As the writer does when the process starts again.
  const { rescueAi } = await import("../../src/ai/provider/ledger.ts");
  await services.write(rescueAi, EVERY_TENANT, undefined);
  const spent = await services
    .reader(tenant.id)
    .all("select spent_micros, reserved_micros from ai_spend where tenant_id = :tenant", {}, (row) => [
      Number(row["spent_micros"]) > 0,
      Number(row["reserved_micros"]),
    ]);
  expect(spent).toEqual([
    [true, 0],
    [true, 0],
  ]);
  provider.says(() => DESCRIPTION);
  expect((await run()).status).toBe(200);
  hanging.resolve(DESCRIPTION);
  await first;
});

test("an equal request of unchanged inputs is answered from the ledger where that is wanted, and costs nothing", async () => {
  const { tenant, ids, provider, run } = await givenProducts(3);
  expect(await run()).toMatchObject({ processed: 3, reuse: false, cost_usd: 0.0036 });
  // What was written is no fact: the products are as they were for the model.
  for (const id of ids) await tenant.patch(`/products/${id}`, { description: null });
  expect(await run({ reuse: true })).toMatchObject({ processed: 3, reuse: true, cost_usd: 0 });
  expect(provider.asked.length).toBe(3);
  await tenant.patch(`/products/${ids[0]}`, { name: "Fauteuil" });
  for (const id of ids) await tenant.patch(`/products/${id}`, { description: null });
  expect(await run({ reuse: true })).toMatchObject({ processed: 3, cost_usd: 0.0012 });
  expect(provider.asked.length).toBe(4);
  await tenant.patch(`/products/${ids[1]}`, { description: null });
  const path = `/enrichment/products/${ids[1]}?types=descriptions`;
  const again = await tenant.post(`${path}&reuse=true`);
  expect(again.body.ai_metadata.descriptions).toMatchObject({ cost_usd: 0, reused: true });
  clock.nowMs += 31 * 86_400_000;
  await tenant.patch(`/products/${ids[1]}`, { description: null });
  expect((await tenant.post(`${path}&reuse=true`)).body.ai_metadata.descriptions.reused).toBeUndefined();
  expect(provider.asked.length).toBe(5);
});
