import { insertCompetitors, isCodeTaken } from "../../../db/competitors/competitors.ts";
import {
  isMoving,
  type MoveOf,
  moveBelongings,
  moveCount,
  moveObservations,
  renewLatest,
  setMerged,
  setMoving,
} from "../../../db/competitors/merging.ts";
import { enqueue } from "../../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { followCases } from "../../../db/price-monitor/map-cases.ts";
import { unknownReference } from "../../http/input/fields.ts";
import { ApiError, invalidBody, required } from "../../http/output/errors.ts";
import { duplicateResource } from "../../http/output/faults/duplicate-resource.ts";
import { nameKey } from "../../text/name-key.ts";
import { codesOfName } from "./code-of-name.ts";
import { Competitor, findShown, updateCompetitor } from "./competitor.ts";

/** Throws INVALID_STATE while one of them is being merged or split. */
async function requireRest(tx: Tx, ids: readonly string[]): Promise<void> {
  if (await isMoving(tx, ids)) throw new ApiError("INVALID_STATE", { key: "competitors.moving" });
}

async function begin(tx: Tx, move: MoveOf, context: MutationContext): Promise<void> {
  await setMoving(tx, [move.fromId, move.toId], true, context.now());
  await enqueue(tx, "competitors.move", move, context, { queue: "bulk" });
}

/**
 * Makes a competitor part of another: its names and code mean that one from now on, and what was seen of it moves there.
 * Throws NOT_FOUND, VALIDATION_FAILED for one that is not there or itself, INVALID_STATE.
 */
export const mergeCompetitors = mutation(
  "competitors.merge",
  async (tx, { id, otherId }: { id: string; otherId: string }, context) => {
    required(await findShown(tx, id), "competitor", id);
    const other = await findShown(tx, otherId);
    if (!other || otherId === id) throw unknownReference("competitor_id");
    await requireRest(tx, [id, otherId]);
    await setMerged(tx, otherId, id, context.now());
    await moveBelongings(tx, otherId, id);
    await begin(tx, { fromId: otherId, toId: id, which: "all", domain: null }, context);
  },
);

/** What somebody wants to have apart. */
interface Split {
  id: string;
  /** One that was merged into it. */
  competitorId: string | undefined;
  /** Or its pages at this domain, as a competitor of this name. */
  domain: string | undefined;
  name: string | undefined;
}

/**
 * Takes a competitor apart: one that was merged is one of its own again, or the pages of a domain are a new one's. Returns
 * its id. Throws NOT_FOUND, VALIDATION_FAILED, DUPLICATE_RESOURCE, INVALID_STATE.
 */
export const splitCompetitor = mutation(
  "competitors.split",
  async (tx, { id, competitorId, domain, name }: Split, context) => {
    const whole = required(await findShown(tx, id), "competitor", id);
    if ((competitorId === undefined) === (domain === undefined)) {
      throw invalidBody([{ field: "competitor_id", type: "missing", key: "competitors.split_one" }]);
    }
    if (competitorId !== undefined) {
      const merged = await Competitor.table.find(tx, competitorId);
      if (merged?.merged_into !== id || merged.deleted_at_ms !== null) throw unknownReference("competitor_id");
      await requireRest(tx, [id, competitorId]);
      await setMerged(tx, competitorId, null, context.now());
      await begin(tx, { fromId: id, toId: competitorId, which: "merged", domain: null }, context);
      return competitorId;
    }
    if (name === undefined) throw invalidBody([{ field: "name", type: "missing" }]);
    await requireRest(tx, [id]);
    const newId = context.newId();
    const names = { id: newId, code: codesOfName(name).distinct, name, nameKey: nameKey(name) };
    const other = await isCodeTaken(tx, names.code, newId);
    if (other !== undefined) throw duplicateResource("name", name, other, "competitor");
    await insertCompetitors(tx, [{ ...names, baseUrl: null, marketplaceId: null }], context.now());
    const rest = whole.domains.filter((each) => each !== domain);
    await updateCompetitor.run(tx, { id, expected: null, fields: { domains: rest } }, context);
    await updateCompetitor.run(tx, { id: newId, expected: null, fields: { domains: [domain ?? ""] } }, context);
    await begin(tx, { fromId: id, toId: newId, which: "domain", domain: domain ?? null }, context);
    return newId;
  },
);

/** Moves what was seen of these products, and works the latest prices of both out again. */
export const movePart = mutation(
  "competitors.move-part",
  async (tx, { productIds, ...move }: MoveOf & { productIds: readonly string[] }, { now }) => {
    const { fromId, toId } = move;
    const count = await moveObservations(tx, productIds, move);
    await moveCount(tx, { fromId, toId, count });
    await renewLatest(tx, productIds, [fromId, toId]);
    await followCases(tx, { productIds, competitorIds: [fromId, toId] }, now());
  },
);

/** Ends a merge or a split. */
export const endMove = mutation(
  "competitors.end-move",
  async (tx, { fromId, toId }: Pick<MoveOf, "fromId" | "toId">, { now }) => {
    await setMoving(tx, [fromId, toId], false, now());
  },
);
