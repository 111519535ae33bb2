import { TurnIsOver } from "../src/jobs/job.ts";

/**
 * Runs work at a fixed concurrency and waits for all of it, as work that was begun is noted before its job ends. Throws
 * what one of them threw, a fault sooner than the end of the turn.
 */
export async function runConcurrently(count: number, work: (index: number) => Promise<void>): Promise<void> {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, (_, index) => work(index)));
  const thrown: unknown[] = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  if (thrown.length > 0) throw thrown.find((error) => !(error instanceof TurnIsOver)) ?? thrown[0];
}
