/** US dollars per million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
  /** Of input that the provider had in its cache; absent: as other input. */
  cached?: number;
  /** Of input that it stored in its cache; absent: as other input. */
  written?: number;
  /** The provider has ended it. Its price stays: its costs are in the ledger. */
  isRetired?: true;
}
type Prices = Readonly<Record<string, ModelPrice>>;

/** When the lists below were read. */
export const PRICES_READ_ON = "2026-11-25";
/** Where each provider publishes its prices; read through copies of these pages. */
export const PRICE_SOURCES: Readonly<Record<string, string>> = {
  openai: "https://developers.openai.com/api/docs/pricing",
  anthropic: "https://platform.claude.com/docs/en/about-claude/pricing",
  mistral: "https://mistral.ai/pricing",
  gemini: "https://ai.google.dev/gemini-api/docs/pricing",
};

const RETIRED = { isRetired: true } as const;
/** Anthropic reads its cache for a tenth of the price and stores in it for five quarters, except where it says otherwise. */
const claude = (input: number, output: number, cached = input / 10): ModelPrice => ({
  input,
  output,
  cached,
  written: input * 1.25,
});
const of = (input: number, output: number, cached?: number): ModelPrice => ({
  input,
  output,
  ...(cached !== undefined && { cached }),
});

/**
 * Each provider's models; the first is what the provider is offered with (decision S32.2). Prompts here are far shorter than
 * those for which providers charge more. `prices` of the AI provider setting wins over it.
 */
export const MODEL_PRICES: Readonly<Record<string, Prices>> = {
  openai: {
    "gpt-4o-mini": of(0.15, 0.6, 0.075),
    "gpt-4o": of(2.5, 10, 1.25),
    "gpt-4o-2024-05-13": of(5, 15),
    "gpt-4.1-mini": of(0.4, 1.6, 0.1),
    "gpt-4.1-nano": of(0.1, 0.4, 0.025),
    "gpt-4.1": of(2, 8, 0.5),
    "gpt-5": of(1.25, 10, 0.125),
    "gpt-5-mini": of(0.25, 2, 0.025),
    "gpt-5-nano": of(0.05, 0.4, 0.005),
    "gpt-5-pro": of(15, 120),
    "gpt-5.1": of(1.25, 10, 0.125),
    "gpt-5.2": of(1.75, 14, 0.175),
    "gpt-5.2-pro": of(21, 168),
    "gpt-5.4-nano": of(0.2, 1.25, 0.02),
    "gpt-5.4-mini": of(0.75, 4.5, 0.075),
    "gpt-5.4": of(2.5, 15, 0.25),
    "gpt-5.4-pro": of(30, 180),
    "gpt-5.5": of(5, 30, 0.5),
    "gpt-5.5-pro": of(30, 180),
    "gpt-5.6-luna": of(0.2, 1.2, 0.02),
    "gpt-5.6-terra": of(2, 12, 0.2),
    "gpt-5.6-sol": of(4, 20, 0.4),
    "gpt-6-luna": { ...of(0.1, 0.5, 0.01), written: 0.125 },
    "gpt-6-sol": { ...of(2, 10, 0.2), written: 2.5 },
    "gpt-6-astra": of(10, 50, 1),
    "gpt-6.1-terra": { ...of(1, 5, 0.05), written: 1.25 },
    "gpt-6.1-sol": of(2, 10, 0.1),
    o1: of(15, 60, 7.5),
    "o1-pro": of(150, 600),
    o3: of(2, 8, 0.5),
    "o3-mini": of(1.1, 4.4, 0.55),
    "o3-pro": of(20, 80),
    "o4-mini": of(1.1, 4.4, 0.275),
    "gpt-4-turbo": of(10, 30),
    "gpt-4": of(30, 60),
    "gpt-3.5-turbo": of(0.5, 1.5),
  },
  anthropic: {
    // Retired on 2026-02-19 and 2026-06-15; the others that are marked are in the SDK's list of models no longer (1.13.0).
    "claude-3-5-haiku": { ...claude(0.8, 4), ...RETIRED },
    "claude-sonnet-4": { ...claude(3, 15), ...RETIRED },
    "claude-haiku-4-5": claude(1, 5),
    "claude-haiku-5-5": claude(0.1, 0.5),
    "claude-sonnet-4-5": claude(3, 15),
    "claude-sonnet-4-6": claude(3, 15),
    "claude-sonnet-5": claude(2, 10),
    "claude-sonnet-5-5": claude(2, 10, 0.1),
    "claude-opus-4-5": claude(5, 25),
    "claude-opus-4-6": claude(5, 25),
    "claude-opus-4-7": claude(5, 25),
    "claude-opus-4-8": claude(5, 25),
    "claude-opus-5": claude(5, 25),
    "claude-opus-5-5": claude(4, 20, 0.2),
    "claude-fable-5": claude(10, 50),
    "claude-fable-5-1": claude(10, 50, 0.25),
    "claude-opus-4": { ...claude(15, 75), ...RETIRED },
    "claude-opus-4-1": { ...claude(15, 75), ...RETIRED },
    "claude-3-7-sonnet": { ...claude(3, 15), ...RETIRED },
    "claude-3-haiku": { ...claude(0.25, 1.25), ...RETIRED },
    "claude-3-opus": { ...claude(15, 75), ...RETIRED },
  },
  mistral: {
    "mistral-small-latest": of(0.15, 0.6, 0.015),
    "mistral-large-latest": of(0.5, 1.5, 0.05),
    "mistral-large-2411": of(2, 6, 0.2),
    "mistral-medium-latest": of(1.5, 7.5, 0.15),
    "mistral-small-2506": of(0.1, 0.3, 0.01),
    "mistral-medium-2508": of(0.4, 2, 0.04),
    "mistral-large-2512": of(0.5, 1.5, 0.05),
    "magistral-medium-latest": of(2, 5, 0.2),
    "magistral-small": of(0.5, 1.5, 0.05),
    "ministral-3b-latest": of(0.04, 0.04),
    "ministral-8b-latest": of(0.1, 0.1),
    "pixtral-large-latest": of(2, 6),
  },
  gemini: {
    "gemini-2.0-flash": { ...of(0.1, 0.4, 0.025), ...RETIRED },
    "gemini-2.5-flash-lite": of(0.1, 0.4, 0.01),
    "gemini-2.5-flash": of(0.3, 2.5, 0.03),
    "gemini-2.5-pro": of(1.25, 10, 0.125),
    "gemini-3.1-flash-lite": of(0.25, 1.5, 0.025),
    "gemini-3-flash-preview": of(0.5, 3, 0.05),
    "gemini-3.1-pro-preview": of(2, 12, 0.2),
    "gemini-3.5-flash-lite": of(0.3, 2.5, 0.03),
    "gemini-3.5-flash": of(1.5, 9, 0.15),
    // Until the end of 2026.
    "gemini-3.8-flash": of(0.75, 3.75, 0.075),
  },
  openai_compatible: {},
};

/** A newer model costs what its family's does: the dearest of those that are sold. */
export const FAMILIES: Readonly<Record<string, readonly (readonly [RegExp, model: string])[]>> = {
  openai: [
    [/^gpt-[\d.]+-nano\b/, "gpt-5.4-nano"],
    [/^gpt-[\d.]+-mini\b/, "gpt-5.4-mini"],
    [/^gpt-[\d.]+-luna\b/, "gpt-5.6-luna"],
    [/^gpt-[\d.]+-terra\b/, "gpt-5.6-terra"],
    [/^gpt-[\d.]+-sol\b/, "gpt-5.6-sol"],
    [/^gpt-[\d.]+-astra\b/, "gpt-6-astra"],
    [/^gpt-[5-9][\d.]*-pro\b/, "gpt-5.5-pro"],
    [/^gpt-[5-9][\d.]*(?:$|-(?:chat|codex))/, "gpt-5.5"],
  ],
  anthropic: [
    [/^claude-haiku-/, "claude-haiku-4-5"],
    [/^claude-sonnet-/, "claude-sonnet-4-6"],
    [/^claude-opus-/, "claude-opus-5"],
    [/^claude-fable-/, "claude-fable-5"],
  ],
  mistral: [
    [/^mistral-small-/, "mistral-small-latest"],
    [/^mistral-medium-/, "mistral-medium-latest"],
    [/^mistral-large-/, "mistral-large-latest"],
    [/^magistral-small/, "magistral-small"],
    [/^magistral-medium/, "magistral-medium-latest"],
    [/^ministral-/, "ministral-8b-latest"],
  ],
  gemini: [
    [/^gemini-.*flash-lite/, "gemini-3.5-flash-lite"],
    [/^gemini-.*flash/, "gemini-3.5-flash"],
    [/^gemini-.*pro/, "gemini-3.1-pro-preview"],
  ],
};

/** What is taken where a tenant has configured nothing. */
export const SERVICE_DEFAULT = { provider: "openai", model: "gpt-4o-mini" } as const;
/** US dollars per million characters of each translator. */
export const TRANSLATOR_PRICES: Readonly<Record<string, number>> = { deepl: 25, google: 20, libretranslate: 0 };
/** Euros for a US dollar where a tenant has not said. */
export const USD_EUR_RATE = 0.92;
