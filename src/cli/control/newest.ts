import type { Range } from "../../../db/table-statements.ts";

/** What a command lists of a resource. */
export const NEWEST: Range = {
  conditions: [],
  sort: "created_at_ms",
  order: "desc",
  after: undefined,
  offset: 0,
  limit: 1_000,
};
