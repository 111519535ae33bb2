import type { ReadyDependency } from "../../settings/read-dependency.ts";

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

/** US dollars with six decimals. */
export const usdOf = (micros: number): number => Math.round(micros) / 1_000_000;
