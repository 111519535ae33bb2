import { findCompetitorState, hideCompetitor, setBlacklisted } from "../../../db/competitors/competitors.ts";
import { mutation, type Tx } from "../../../db/ports.ts";
import { deleteCompetitorAlerts } from "../../../db/price-alerts/alerts.ts";
import { unknownReference } from "../../http/input/fields.ts";
import { required } from "../../http/output/errors.ts";
import { type Conditional, requireVersion } from "../../http/output/etag.ts";
import { Competitor, findShown } from "./competitor.ts";
import { renewPositionsOf } from "./renew-positions.ts";

interface Target extends Conditional {
  id: string;
}

async function requireShown(tx: Tx, { id, expected }: Target) {
  const competitor = required(await findShown(tx, id), "competitor", id);
  requireVersion(expected, competitor.version);
  return competitor;
}

/** Hides a competitor: what was seen of it stays in the history, and its code is free, and its own alerts go. Throws NOT_FOUND. */
export const deleteCompetitor = mutation("competitors.delete", async (tx, target: Target, context) => {
  await requireShown(tx, target);
  await hideCompetitor(tx, target.id, context.now());
  await renewPositionsOf(tx, target.id, context);
  await deleteCompetitorAlerts(tx, target.id);
  return { isDone: true };
});

/**
 * Puts a competitor on the blacklist, or gives another reason for it. Throws VALIDATION_FAILED when there is none. Says
 * whether it is new there, and since when.
 */
export const blacklistCompetitor = mutation(
  "competitors.blacklist",
  async (tx, { id, reason }: { id: string; reason: string | null }, context) => {
    if (!(await findCompetitorState(tx, id))) throw unknownReference("competitor_id");
    const before = (await Competitor.table.find(tx, id))?.blacklisted_at_ms ?? null;
    const atMs = before ?? context.now();
    await setBlacklisted(tx, id, { reason, atMs, nowMs: context.now() });
    if (before === null) await renewPositionsOf(tx, id, context);
    return { isNew: before === null, atMs };
  },
);

/** Takes a competitor off the blacklist: its latest prices count again. Throws NOT_FOUND when it is not there. */
export const unblacklistCompetitor = mutation("competitors.unblacklist", async (tx, target: Target, context) => {
  const competitor = await requireShown(tx, target);
  required(competitor.blacklisted_at_ms ?? undefined, "blacklisted_competitor", target.id);
  await setBlacklisted(tx, target.id, { reason: null, atMs: null, nowMs: context.now() });
  await renewPositionsOf(tx, target.id, context);
});
