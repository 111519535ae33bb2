import { findResult, insertResult } from "./idempotency/results.ts";
import { holdLease, leaseNowMs, settleStep } from "./jobs/lease.ts";
import type { Mutation, MutationContext, Tx, WriteOptions } from "./ports.ts";

/**
 * Runs one mutation in an open transaction. For a job the fence comes first and the job's own progress last, so its
 * effects, its checkpoint and its completion are one change: none is stored without the others. A repeated request is given
 * the result of the first, and changes nothing.
 */
export async function apply<Input, Result>(
  tx: Tx,
  { name, run }: Mutation<Input, Result>,
  input: Input,
  context: MutationContext,
  { step, once, by }: WriteOptions,
): Promise<Result> {
  if (once) {
    const known = await findResult(tx, once, name, context.now());
    // Stored by this very mutation, so it is of its type.
    if (known) return known.result as Result;
  }
  if (step) await holdLease(tx, step.lease, leaseNowMs(context));
  const result = await run(tx, input, by ? { ...context, by } : context);
  if (step) await settleStep(tx, step, context.now());
  if (once) await insertResult(tx, once, name, result, context.now());
  return result;
}
