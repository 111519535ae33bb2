import type { Reader } from "../../../../db/ports.ts";
import { listLastChanged, listTurns, type Turn } from "../../../../db/repricing/changes.ts";
import type { FactsRow } from "../../../../db/repricing/facts.ts";
import type { Decision } from "./decide.ts";

interface Decided {
  facts: FactsRow;
  decision: Decision;
}

/** This number of turns between two prices is enough. */
export const TURNS = 3;

/**
 * Whether a change would be one more turn between the same two prices, which several rules set in turn. A single rule that
 * follows a competitor may go to and fro as that does.
 */
export function isSwinging(turns: readonly Turn[], beforeCents: number | null, afterCents: number): boolean {
  if (turns.length < TURNS || new Set(turns.map(([, , ruleId]) => ruleId)).size < 2) return false;
  const path = [afterCents, beforeCents, ...turns.map(([before]) => before)];
  const isJoined = turns.every(([, after], place) => after === path[place + 1]);
  return isJoined && path.every((cents, place) => cents === path[place % 2]);
}

/** Lets the prices rest that a run has changed, for as long as the rule says that would change them again. */
export async function holdCooling(db: Reader, decided: Decided[], nowMs: number): Promise<Decided[]> {
  const restOf = ({ decision }: Decided) => ("skip" in decision ? 0 : (decision.rule.cooldownMs ?? 0));
  const resting = decided.filter((each) => restOf(each) > 0);
  if (resting.length === 0) return decided;
  const last = await listLastChanged(
    db,
    resting.map(({ facts, decision }) => ({ productId: facts.id, priceListId: decision.rule?.priceListId ?? null })),
  );
  let place = 0;
  return decided.map((each) => {
    const restMs = restOf(each);
    const lastMs = restMs === 0 ? null : (last[place++] ?? null);
    const isResting = lastMs !== null && lastMs + restMs > nowMs;
    return isResting ? { facts: each.facts, decision: { rule: each.decision.rule, skip: "cooling_down" } } : each;
  });
}

/** Holds the prices that rules would send to and fro between two amounts for ever. */
export async function holdSwinging(db: Reader, decided: Decided[]): Promise<Decided[]> {
  const prices = decided.flatMap(({ facts, decision }) =>
    "skip" in decision ? [] : [{ productId: facts.id, priceListId: decision.rule.priceListId }],
  );
  const turns = await listTurns(db, prices, TURNS);
  let place = 0;
  return decided.map(({ facts, decision }) => {
    if ("skip" in decision) return { facts, decision };
    const { rule, beforeCents, afterCents } = decision;
    const isHeld = isSwinging(turns[place++] ?? [], beforeCents, afterCents);
    return { facts, decision: isHeld ? { rule, skip: "swinging" } : decision };
  });
}
