import process from "node:process";
import { openWriter } from "../../db/local/writer.ts";
import { EVERY_TENANT } from "../../db/ports.ts";
import { takeJob } from "../../src/jobs/lifecycle.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { queue, TEST_MUTATIONS } from "./test-mutations.ts";

// A process of its own, to be killed: hands a job over, says which on its standard output, and does nothing more.
const [path = ""] = process.argv.slice(2);
const { submit } = await openWriter(path, {
  mutations: TEST_MUTATIONS,
  context: { now: Date.now, newId },
  wakeJobs: () => undefined,
  fail: () => process.exit(1),
});
const standBy = { queue: "quick" as const, owner: "killed" };
const standing = submit({
  name: takeJob.name,
  tenantId: EVERY_TENANT,
  input: { ...standBy, dueAtMs: null },
  options: {},
  standBy,
});
await submit({ name: queue.name, tenantId: "t", input: { uid: newId() }, options: {} });
process.stdout.write(JSON.stringify(await standing));
setInterval(() => undefined, 1_000);
