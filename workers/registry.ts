import type { JobKind } from "../db/jobs/kinds.ts";
import * as FAMILIES from "../src/families.ts";
import type { JobHandler } from "../src/jobs/job.ts";

/** The handler of each kind, loaded when the first job of that kind comes: a thread holds only what it has had use for. */
export const HANDLERS: ReadonlyMap<string, () => Promise<JobHandler<JobKind>>> = new Map(
  Object.values(FAMILIES)
    .flatMap(({ jobs }) => Object.entries(jobs ?? {}))
    .map(([kind, { load }]) => [kind, load as never]),
);
