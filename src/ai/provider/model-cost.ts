import type { ChatModel } from "./choose-model.ts";
import { FAMILIES, MODEL_PRICES, type ModelPrice } from "./model-prices.ts";

/** Tokens of a call. */
export interface Usage {
  /** All that was sent, whether or not the provider had it in its cache. */
  inputTokens: number;
  outputTokens: number;
  /** Of the input, what the provider had in its cache, and what it stored there. */
  cachedTokens?: number | undefined;
  writtenTokens?: number | undefined;
}

/** A version of a model, by its day or number: it costs what the model costs. */
const VERSION = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{4}|\d{3}|\d|latest)$/;
const FREE: ModelPrice = { input: 0, output: 0 };

const dearest = (prices: readonly ModelPrice[]): ModelPrice => ({
  input: Math.max(0, ...prices.map(({ input }) => input)),
  output: Math.max(0, ...prices.map(({ output }) => output)),
});

/** The price that is known of a model: the tenant's own, the list's, or that of its family. */
function knownPrice(value: Record<string, unknown>, { provider, model }: ChatModel): ModelPrice | undefined {
  const own = Object(value["prices"]) as Record<string, ModelPrice>; // the schema of the setting says so
  if (Object.hasOwn(own, model)) return own[model];
  const listed = MODEL_PRICES[provider] ?? {};
  const named = [model, model.replace(VERSION, "")].find((name) => Object.hasOwn(listed, name));
  const family = (FAMILIES[provider] ?? []).find(([pattern]) => pattern.test(model))?.[1];
  return listed[named ?? family ?? ""];
}

/** Whether what a model costs is known: a budget holds only then. */
export const isPriced = (value: Record<string, unknown>, model: ChatModel): boolean =>
  knownPrice(value, model) !== undefined;

/**
 * US dollars per million tokens of a model. One of unknown price costs what the dearest of its provider does, for input and for
 * output; at the tenant's own server it costs nothing.
 */
export const priceOf = (value: Record<string, unknown>, model: ChatModel): ModelPrice =>
  knownPrice(value, model) ?? { ...FREE, ...dearest(Object.values(MODEL_PRICES[model.provider] ?? {})) };

/** What a call costs, in millionths of a US dollar: dollars per million tokens times tokens. */
export function costMicros(value: Record<string, unknown>, model: ChatModel, usage: Usage): number {
  const { input, output, cached = input, written = input } = priceOf(value, model);
  const { inputTokens, outputTokens, cachedTokens = 0, writtenTokens = 0 } = usage;
  const fresh = Math.max(0, inputTokens - cachedTokens - writtenTokens);
  return Math.round(input * fresh + cached * cachedTokens + written * writtenTokens + output * outputTokens);
}
