import { keyedTable, wordColumn } from "../keyed-table.ts";
import { FLAG, jsonColumn, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

export const PHASES = ["not_started", "running", "completed", "skipped", "failed"] as const;

const WEB_RUN = {
  productId: TEXT,
  id: TEXT,
  collect: wordColumn(PHASES),
  synthesize: wordColumn(PHASES),
  chunksFound: NUMBER,
  usedWeb: FLAG,
  /** As the API shows them. */
  sources: jsonColumn<unknown>(),
  errorMessage: TEXT_OR_NULL,
  startedAtMs: NUMBER,
  finishedAtMs: NUMBER_OR_NULL,
};
/** The last web run of each product. */
export const webRuns = keyedTable("web_run", WEB_RUN, ["productId"]);
export type WebRun = ValuesOf<typeof WEB_RUN>;
