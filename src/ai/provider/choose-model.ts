import type { ReadyDependency } from "../../settings/read-dependency.ts";
import { MODEL_PRICES } from "./model-prices.ts";

/** What a model is used for. */
export const PURPOSES = ["descriptions", "categorize", "seo", "attributes", "translate"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** A model of a provider. */
export interface ChatModel {
  provider: string;
  model: string;
}

/** The model for a purpose, and whether it is another than the tenant's main one. */
export interface ChosenModel extends ChatModel {
  /** The model that all would be done with if there were no choice. */
  main: string;
  isRouted: boolean;
}

/** What takes a short answer that is easily checked. */
const ECONOMICAL: ReadonlySet<Purpose> = new Set(["seo", "attributes", "categorize"]);

/** The model of a configured provider for a purpose: the assigned one, else the economy model for small tasks. */
export function chooseModel({ value }: Pick<ReadyDependency, "value">, purpose: Purpose): ChosenModel {
  const provider = String(value["provider"]);
  const main = String(value["model"]);
  const chosen = (model: string) => ({ provider, model, main, isRouted: model !== main });
  // The schema of the setting says so.
  const assigned = (value["assignments"] as Partial<Record<Purpose, ChatModel>> | undefined)?.[purpose];
  // Only the configured provider has a key.
  if (assigned?.provider === provider) return chosen(assigned.model);
  const economy = value["economy_model"];
  return chosen(typeof economy === "string" && ECONOMICAL.has(purpose) ? economy : main);
}

/** Tokens of a call. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
}

type Prices = Record<string, { input: number; output: number }>;

/** A version of a model, by its day or number: it costs what the model costs. */
const VERSION = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{4}|\d{3}|latest)$/;
const dearest = (prices: readonly { input: number; output: number }[]) =>
  prices.toSorted((one, other) => other.input + other.output - one.input - one.output)[0];

/**
 * US dollars per million tokens of a model. A model without a price costs as much as its provider's most expensive, so that
 * a budget holds; at the tenant's own server it costs nothing.
 */
function priceOf(value: Record<string, unknown>, { provider, model }: ChatModel) {
  // The schema of the setting says so.
  const own = (value["prices"] as Prices | undefined)?.[model];
  const known = MODEL_PRICES[provider] ?? {};
  const listed = known[model] ?? known[model.replace(VERSION, "")];
  return own ?? listed ?? dearest(Object.values(known)) ?? { input: 0, output: 0 };
}

/** What a call costs, in millionths of a US dollar: dollars per million tokens times tokens. */
export function costMicros(value: Record<string, unknown>, model: ChatModel, usage: Usage): number {
  const { input, output } = priceOf(value, model);
  return Math.round(input * usage.inputTokens + output * usage.outputTokens);
}

/** US dollars with six decimals. */
export const usdOf = (micros: number): number => Math.round(micros) / 1_000_000;
