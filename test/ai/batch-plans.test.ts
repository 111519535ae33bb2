import { expect, test } from "bun:test";
import { listOpenCalls } from "../../db/ai/calls.ts";
import { listItemErrors, listItems } from "../../db/enrichment/batches.ts";
import type { Reader } from "../../db/ports.ts";
import { openPlanner } from "../db/planner.ts";

/** What a batch asks for each product, or whoever looks at it, must not read what was done for all before it. */
const ASKED: [string, (db: Reader) => Promise<unknown>, string][] = [
  ["its open calls", (db) => listOpenCalls(db, "b", "p"), "ai_call_open (tenant_id=? AND job_id=? AND product_id=?)"],
  ["its items", (db) => listItems(db, "b", ["p"]), "(tenant_id=? AND batch_id=? AND product_id=?)"],
  ["its errors", (db) => listItemErrors(db, "b", 1), "enrichment_batch_item_error (tenant_id=? AND batch_id=?)"],
];

test.each(ASKED)("issue 20: %s are looked up", async (_, ask, place) => {
  const { reader, steps } = openPlanner({});
  await ask(reader);
  expect(steps.filter((step) => /ai_call|item/.test(step))).toEqual([expect.stringContaining(place)]);
});
