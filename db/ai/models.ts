import { COUNT, initially, keyedTable } from "../keyed-table.ts";
import { jsonColumn, NUMBER_OR_NULL, TEXT, type ValuesOf } from "../table.ts";

const MODEL = {
  provider: TEXT,
  model: TEXT,
  requestsPerMinute: initially(NUMBER_OR_NULL, null),
  tokensPerMinute: initially(NUMBER_OR_NULL, null),
  blockedUntilMs: COUNT,
  refusals: COUNT,
  tokensPerKilobyte: COUNT,
  outputTokensMost: COUNT,
  leftOut: initially(jsonColumn<string[]>(), []),
};
export const models = keyedTable("ai_model", MODEL, ["provider", "model"]);
/** What is learnt of a model from its answers. */
export type LearntModel = ValuesOf<typeof MODEL>;

/** A model that has not answered yet. */
export const newModel = (provider: string, model: string): LearntModel => ({
  provider,
  model,
  requestsPerMinute: null,
  tokensPerMinute: null,
  blockedUntilMs: 0,
  refusals: 0,
  tokensPerKilobyte: 0,
  outputTokensMost: 0,
  leftOut: [],
});
