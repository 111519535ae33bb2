/**
 * US dollars per million tokens of each provider's models; the first is what the provider is offered with.
 * As of 2025-06 on the providers' public price pages (openai.com/api/pricing, anthropic.com/pricing, mistral.ai/pricing,
 * ai.google.dev/pricing). `prices` of the AI provider setting wins over it.
 */
export const MODEL_PRICES: Readonly<Record<string, Readonly<Record<string, { input: number; output: number }>>>> = {
  openai: {
    "gpt-4o-mini": { input: 0.15, output: 0.6 },
    "gpt-4o": { input: 2.5, output: 10 },
    "gpt-4.1-mini": { input: 0.4, output: 1.6 },
  },
  anthropic: {
    "claude-3-5-haiku": { input: 0.8, output: 4 },
    "claude-sonnet-4": { input: 3, output: 15 },
  },
  mistral: {
    "mistral-small-latest": { input: 0.1, output: 0.3 },
    "mistral-large-latest": { input: 2, output: 6 },
  },
  gemini: { "gemini-2.0-flash": { input: 0.1, output: 0.4 } },
  openai_compatible: {},
};

/** What is taken where a tenant has configured nothing. */
export const SERVICE_DEFAULT = { provider: "openai", model: "gpt-4o-mini" } as const;
/** US dollars per million characters of each translator. */
export const TRANSLATOR_PRICES: Readonly<Record<string, number>> = { deepl: 25, google: 20, libretranslate: 0 };
/** Euros for a US dollar where a tenant has not said. */
export const USD_EUR_RATE = 0.92;
