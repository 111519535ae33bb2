import type { JobKind } from "../db/jobs/kinds.ts";
import { write } from "./exports/write.ts";
import { run } from "./imports/run.ts";
import type { JobHandler } from "./job.ts";

/** One handler per kind; the compiler refuses a missing one. */
export const HANDLERS: { [K in JobKind]: JobHandler<K> } = {
  "exports.write": write,
  "imports.run": run,
};
