/**
 * US dollars per million tokens of each provider's models; the first is what the provider is offered with (decision S32.2).
 * As of 2026-11 on the providers' public price pages: developers.openai.com/api/docs/pricing, platform.claude.com/docs/en/
 * about-claude/pricing, mistral.ai/pricing, ai.google.dev/gemini-api/docs/pricing. Models that a provider has retired stay:
 * their costs are in the ledger. `prices` of the AI provider setting wins over it.
 */
export const MODEL_PRICES: Readonly<Record<string, Readonly<Record<string, { input: number; output: number }>>>> = {
  openai: {
    "gpt-4o-mini": { input: 0.15, output: 0.6 },
    "gpt-4o": { input: 2.5, output: 10 },
    "gpt-4.1-mini": { input: 0.4, output: 1.6 },
    "gpt-4.1-nano": { input: 0.1, output: 0.4 },
    "gpt-4.1": { input: 2, output: 8 },
    "gpt-5-mini": { input: 0.25, output: 2 },
    "gpt-5.4-nano": { input: 0.2, output: 1.25 },
    "gpt-5.4-mini": { input: 0.75, output: 4.5 },
    "gpt-5.4": { input: 2.5, output: 15 },
  },
  anthropic: {
    // Retired on 2026-02-19 and 2026-06-15.
    "claude-3-5-haiku": { input: 0.8, output: 4 },
    "claude-sonnet-4": { input: 3, output: 15 },
    "claude-haiku-4-5": { input: 1, output: 5 },
    "claude-sonnet-4-5": { input: 3, output: 15 },
    "claude-sonnet-4-6": { input: 3, output: 15 },
    "claude-opus-4-8": { input: 5, output: 25 },
  },
  mistral: {
    "mistral-small-latest": { input: 0.1, output: 0.3 },
    "mistral-large-latest": { input: 2, output: 6 },
  },
  gemini: {
    "gemini-2.0-flash": { input: 0.1, output: 0.4 },
    "gemini-2.5-flash-lite": { input: 0.1, output: 0.4 },
    "gemini-2.5-flash": { input: 0.3, output: 2.5 },
    "gemini-2.5-pro": { input: 1.25, output: 10 },
    "gemini-3.5-flash-lite": { input: 0.3, output: 2.5 },
    "gemini-3.5-flash": { input: 1.5, output: 9 },
  },
  openai_compatible: {},
};

/** What is taken where a tenant has configured nothing. */
export const SERVICE_DEFAULT = { provider: "openai", model: "gpt-4o-mini" } as const;
/** US dollars per million characters of each translator. */
export const TRANSLATOR_PRICES: Readonly<Record<string, number>> = { deepl: 25, google: 20, libretranslate: 0 };
/** Euros for a US dollar where a tenant has not said. */
export const USD_EUR_RATE = 0.92;
