import { describe, expect, test } from "bun:test";
import { costMicros, isPriced } from "../../src/ai/provider/model-cost.ts";
import { FAMILIES, MODEL_PRICES, PRICE_SOURCES } from "../../src/ai/provider/model-prices.ts";

describe("what models cost", () => {
  const MILLION = { inputTokens: 1_000_000, outputTokens: 1_000_000 };
  const usd = (provider: string, model: string, value = {}) =>
    costMicros(value, { provider, model }, MILLION) / 1_000_000;

  test("S32.2 the first model of each provider, and its price", () => {
    const first = Object.entries(MODEL_PRICES).map(([provider, models]) => [provider, Object.keys(models)[0]]);
    expect(first).toEqual([
      ["openai", "gpt-4o-mini"],
      ["anthropic", "claude-3-5-haiku"],
      ["mistral", "mistral-small-latest"],
      ["gemini", "gemini-2.0-flash"],
      ["openai_compatible", undefined],
    ]);
    expect(usd("openai", "gpt-4o-mini")).toBe(0.75);
    expect(usd("mistral", "mistral-large-latest")).toBe(2);
  });

  test.each([
    ["openai", "gpt-4o-mini-2024-07-18", 0.75],
    ["anthropic", "claude-haiku-4-5-20251001", 6],
    ["gemini", "gemini-2.0-flash-001", 0.5],
    ["openai", "gpt-4o-2024-05-13", 20],
    ["anthropic", "claude-opus-4-1-20250805", 90],
    ["anthropic", "claude-opus-4-0", 90],
    ["openai", "o1", 75],
    ["openai", "gpt-5-nano", 0.45],
    // A newer one costs what its family does.
    ["anthropic", "claude-sonnet-7", 18],
    ["anthropic", "claude-opus-6-5", 30],
    ["openai", "gpt-7-mini", 5.25],
    ["gemini", "gemini-4-flash-lite", 2.8],
    // A budget must hold for a model that no one has given a price: the dearest for input and for output.
    ["openai", "gpt-of-tomorrow", 750],
    ["anthropic", "claude-of-tomorrow", 90],
    ["openai_compatible", "anything", 0],
  ])("S32.2 %s %s costs %f", (provider, model, expected) => {
    expect(usd(provider, model)).toBe(expected);
    expect(usd(provider, model, { prices: { [model]: { input: 1, output: 1 } } })).toBe(2);
  });

  test("cached input costs what the provider takes for it; a correction of the admin wins", () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 0, cachedTokens: 600_000, writtenTokens: 200_000 };
    const claude = { provider: "anthropic", model: "claude-sonnet-4-6" };
    expect(costMicros({}, claude, usage)).toBe(200_000 * 3 + 600_000 * 0.3 + 200_000 * 3.75);
    const own = (price: object) => costMicros({ prices: { "claude-sonnet-4-6": price } }, claude, usage);
    expect(own({ input: 2, output: 10 })).toBe(2_000_000);
    expect(own({ input: 2, output: 10, cached: 0.5, written: 3 })).toBe(200_000 * 2 + 600_000 * 0.5 + 200_000 * 3);
  });

  test("an unknown model costs no less than any of its provider; families lead to models that are sold", () => {
    for (const [provider, models] of Object.entries(MODEL_PRICES)) {
      const unknown = usd(provider, "nobody-knows-this-one");
      for (const model of Object.keys(models)) expect(usd(provider, model)).toBeLessThanOrEqual(unknown);
      for (const [, model] of FAMILIES[provider] ?? [])
        expect([model, models[model]?.isRetired]).toEqual([model, undefined]);
      if (Object.keys(models).length > 0) expect(PRICE_SOURCES[provider]).toStartWith("https://");
    }
    expect(isPriced({}, { provider: "openai", model: "nobody-knows-this-one" })).toBe(false);
    expect(isPriced({}, { provider: "openai_compatible", model: "local" })).toBe(false);
    expect(
      isPriced({ prices: { local: { input: 0, output: 0 } } }, { provider: "openai_compatible", model: "local" }),
    ).toBe(true);
  });
});
