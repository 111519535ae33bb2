import { type TProperties, Type } from "@sinclair/typebox";
import { Uuid } from "../http/input/fields.ts";
import { ApiError, invalidBody } from "../http/output/errors.ts";

/** How many one request decides. */
const DECIDED_MAX = 500;
/** In one transaction. */
const AT_ONCE = 50;

/** Which of those that wait a body means: the ids of some, or what a filter of these fields selects. */
export const choiceOf = <T extends TProperties>(filter: T) => ({
  ids: Type.Optional(Type.Array(Type.String({ format: "uuid" }), { minItems: 1, maxItems: DECIDED_MAX })),
  filter: Type.Optional(
    Type.Object(filter, { additionalProperties: false, minProperties: 1, description: "In place of ids." }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: DECIDED_MAX, description: "At most this number, oldest first. Default 500." }),
  ),
});

export const DecidedBody = Type.Object({
  done: Type.Integer(),
  conflicts: Type.Array(Uuid, { description: "Edited since; they go on waiting." }),
  waiting: Type.Integer({ description: "What the filter still selects." }),
});

/** Throws VALIDATION_FAILED unless a body has either ids or a filter. */
export function requireChoice({ ids, filter }: { ids?: readonly string[]; filter?: object }): void {
  if ((ids === undefined) !== (filter === undefined)) return;
  throw invalidBody([{ field: "filter", type: "invalid_value", key: "validation.ids_or_filter" }]);
}

/** What has become of many: those that were decided, and those that go on waiting. Plain data. */
export interface DecidedMany {
  decided: string[];
  conflicts: string[];
}

/** The next of many: `skip` passes over the conflicts, which still stand first; `at`: how many were taken before. */
interface Page {
  limit: number;
  skip: number;
  at: number;
}

/** Decides page by page, each in a transaction of its own. */
export async function decideMany(
  limit: number | undefined,
  decide: (page: Page) => Promise<DecidedMany>,
): Promise<DecidedMany> {
  const outcome: DecidedMany = { decided: [], conflicts: [] };
  const most = limit ?? DECIDED_MAX;
  for (let at = 0; at < most; at += AT_ONCE) {
    const page = { limit: Math.min(most - at, AT_ONCE), skip: outcome.conflicts.length, at };
    const { decided, conflicts } = await decide(page);
    outcome.decided.push(...decided);
    outcome.conflicts.push(...conflicts);
    if (decided.length + conflicts.length < page.limit) break;
  }
  return outcome;
}

/** Decides each by itself: what is refused goes on waiting, and leaves the others. Other faults are thrown. */
export async function decideEach(
  ids: readonly string[],
  decide: (id: string) => Promise<unknown>,
): Promise<DecidedMany> {
  const outcome: DecidedMany = { decided: [], conflicts: [] };
  for (const id of ids) {
    try {
      await decide(id);
      outcome.decided.push(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      outcome.conflicts.push(id);
    }
  }
  return outcome;
}
