import { TurnIsOver } from "../src/jobs/job.ts";

/**
 * Works in some lanes at once and waits for all of them, as work that was begun is noted before its job ends. Throws what one
 * of them threw, a fault sooner than the end of the turn.
 */
export async function inLanes(count: number, lane: (index: number) => Promise<void>): Promise<void> {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, (_, index) => lane(index)));
  const thrown: unknown[] = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  if (thrown.length > 0) throw thrown.find((error) => !(error instanceof TurnIsOver)) ?? thrown[0];
}
