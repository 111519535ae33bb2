import { type Answer, insertAnswer } from "../../../../db/idempotency/answers.ts";
import { mutation, type Once } from "../../../../db/ports.ts";

/** Keeps the answer of a write that came with an Idempotency-Key. The first one stays. */
export const storeAnswer = mutation(
  "http.store-answer",
  async (tx, { once, answer }: { once: Once; answer: Answer }, { now }) => {
    await insertAnswer(tx, once, answer, now());
  },
);
