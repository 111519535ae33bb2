import { expect, test } from "bun:test";
import { providerSetting } from "../doubles/chat-provider.ts";
import { openTranslator } from "../doubles/translator.ts";
import { clock, runJobs } from "../harness.ts";
import { given } from "../products/given.ts";

const PATH = "/enrichment/translate/batch";

/** A tenant with ten products of a description of a hundred letters, and DeepL: a text costs 2,500 millionths of a dollar. */
async function givenTen() {
  const products = Array.from({ length: 10 }, (_, index) => ({
    title: `Chaise ${index}`,
    description: "a".repeat(100),
  }));
  const { tenant } = await given(...products);
  const translator = await openTranslator();
  const setting = { enabled: true, provider: "deepl", base_url: translator.baseUrl, api_key: "key-0123456789abcdef" };
  await tenant.admin.put("/settings/translator", setting);
  const create = (more: object) => tenant.post(PATH, { languages: ["es"], fields: ["description"], ...more });
  const get = async (id: string) => (await tenant.get(`${PATH}/${id}`)).body;
  return { tenant, translator, create, get };
}

test("a translation is paused before the text that would pass its budget, and goes on when it is resumed", async () => {
  const { tenant, translator, create, get } = await givenTen();
  const { body } = await create({ max_budget: 0.011 });
  expect(body).toMatchObject({ max_budget: 0.011 });
  await runJobs();
  const paused = await get(body.id);
  expect(paused).toMatchObject({
    status: "paused",
    done: 4,
    failed: 0,
    cost_usd: 0.01,
    percent: 40,
    time_left_seconds: null,
  });
  expect(paused.error_message).toBe("AI_BUDGET_REACHED");
  expect(translator.asked.length).toBe(4);
  await tenant.post(`${PATH}/${body.id}/resume`);
  await runJobs();
  expect(await get(body.id)).toMatchObject({ status: "paused", done: 4 });
  const { body: free } = await create({});
  await runJobs();
  expect(await get(free.id)).toMatchObject({ status: "completed", done: 6, percent: 100, max_budget: null });
});

test("the tenant's budget of a day counts for translators too, also where no model is used or enabled", async () => {
  const { tenant, translator, create, get } = await givenTen();
  const setting = providerSetting("https://receiver.test/v1", { enabled: false, daily_budget: 0.011 });
  expect((await tenant.admin.put("/settings/ai-provider", setting)).status).toBe(200);
  const { body } = await create({ provider: "translator" });
  await runJobs();
  expect(await get(body.id)).toMatchObject({ status: "paused", done: 4, error_message: "AI_BUDGET_REACHED" });
  expect(translator.asked.length).toBe(4);
  clock.nowMs += 24 * 3_600_000;
  await tenant.post(`${PATH}/${body.id}/resume`);
  await runJobs();
  expect(await get(body.id)).toMatchObject({ status: "paused", done: 8 });
});

test("a translator that asks to wait is waited for: nothing fails, and its job gives its slot up", async () => {
  const { translator, create, get } = await givenTen();
  let [untilMs, taken] = [0, 0];
  translator.translates((html) => {
    // It takes three, then none for a minute and a half; and says that it can be asked again at once.
    if (clock.nowMs < untilMs) return 429;
    if (++taken % 3 === 0) untilMs = clock.nowMs + 90_000;
    return html.toUpperCase();
  });
  const { body } = await create({ provider: "translator" });
  for (let turn = 0; turn < 40 && (await get(body.id)).status === "running"; turn++) {
    await runJobs();
    clock.nowMs += 30_000;
  }
  expect(await get(body.id)).toMatchObject({ status: "completed", done: 10, failed: 0 });
  expect(translator.asked.length).toBeLessThan(80);
});
