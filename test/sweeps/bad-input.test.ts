import { afterAll, describe, expect, test } from "bun:test";
import process from "node:process";
import fc from "fast-check";
import { sized } from "../sized.ts";
import { givenAway, undocumented } from "./answers.ts";
import { type Hostile, hostileTo } from "./hostile.ts";
import { named, OPERATIONS, type Operation } from "./operations.ts";
import { type Answer, call, requestOf, rightsOf, seededTenant, sendRaw } from "./world.ts";

// T22, T27, T28 and T34. `SWEEP_CALLS` sends more; `SWEEP_SEED` repeats a run.
const calls = Number(process.env["SWEEP_CALLS"] ?? sized(15, 2_000));
const seed = Number(process.env["SWEEP_SEED"] ?? 20_261_121);
// Longer, and longer than harmless requests by that much, is an attack that works.
const ANSWER_MS_MAX = 2_000;
const SLOWER_MAX = 5;

const TEST_MS_MAX = 60_000 + calls * 500;
// Passwords are expensive to check.
const callsTo = ({ tier }: Operation) => Math.ceil(calls / (tier.startsWith("AUTH_") ? 4 : 1));

const tenant = await seededTenant("qzsweepqz");
const statuses = new Map<number, number>();
let reached = 0;
afterAll(() => {
  const counts = [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${count} × ${status}`);
  process.stdout.write(
    `bad-input sweep: seed ${seed}, ${calls} calls to each of ${OPERATIONS.length} operations, ${reached} reached; ${counts.join(", ")}\n`,
  );
});

/** Sends a request; what takes too long is held against a harmless request of the same time, on a machine with any load. */
async function send(
  operation: Operation,
  { url, headers, body }: Hostile,
  rights: Record<string, string>,
): Promise<Answer> {
  let took = "";
  for (let attempt = 0; attempt < 3; attempt++) {
    const answer = await sendRaw(operation.method, url, { ...rights, ...headers }, body);
    if (answer.ms <= ANSWER_MS_MAX) return answer;
    const harmless = await call(operation, requestOf(operation, tenant), rights);
    if (answer.ms <= harmless.ms * SLOWER_MAX) return answer;
    took = `took ${answer.ms} ms, a harmless request ${harmless.ms} ms`;
  }
  throw new Error(took);
}

function faultOf(operation: Operation, answer: Answer, sent: string): string | undefined {
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  if (answer.status >= 500) return `${answer.status} ${answer.text}`;
  return undocumented(operation, answer) ?? givenAway(operation, answer, sent);
}

describe("T22 T27 T28 T34 any input to", () => {
  test.each(named(OPERATIONS))(
    "%s, it answers as documented",
    async (_, operation) => {
      const rights = await rightsOf(operation, tenant);
      const wrong: string[] = [];
      const first = await call(operation, requestOf(operation, tenant), rights);
      if (first.status < 300) reached++;

      for (const hostile of fc.sample(hostileTo(operation, tenant), { seed, numRuns: callsTo(operation) })) {
        const answer = await send(operation, hostile, rights);
        const fault = faultOf(operation, answer, `${hostile.url} ${hostile.body}`);
        if (fault !== undefined) wrong.push(`${hostile.what}: ${fault}`);
      }

      expect(wrong).toEqual([]);
    },
    TEST_MS_MAX,
  );
});
