import { openBell } from "../db/jobs/bell.ts";
import { openLateWriter } from "../db/local/late-writer.ts";
import { serveWrites } from "../db/local/write-port.ts";
import type { UpgradeNews, Writer } from "../db/local/writer.ts";
import { EVERY_TENANT } from "../db/ports.ts";
import { rescueAi } from "./ai/provider/ledger.ts";
import * as FAMILIES from "./families.ts";
import { rescueJobs } from "./jobs/lifecycle.ts";
import { errorText } from "./runtime/error-text.ts";
import { familiesByNeed } from "./runtime/families-by-need.ts";
import { newId } from "./runtime/new-id.ts";
import { steadyClock } from "./runtime/steady-clock.ts";
import type { WriterMessage } from "./runtime/thread-messages.ts";
import { releaseQueues } from "./webhooks/send/lease-queues.ts";

declare const self: Worker;

/** No other process has the database: a thread of this one that has not renewed its lease for as long hangs. */
const HANGING_MS = 600_000;

const bell = openBell();
let writer: Writer | undefined;

const fail = (error: unknown) => self.postMessage({ failed: errorText(error) });

/** How often it is reported that the disk takes no writes. */
const REPORT_AGAIN_MS = 30_000;
let reportedAtMs = Number.NEGATIVE_INFINITY;

function noteRefusal({ message }: Error): void {
  if (performance.now() - reportedAtMs < REPORT_AGAIN_MS) return;
  reportedAtMs = performance.now();
  self.postMessage({ refusing: message });
}

const noteDamage = (aside: string) => self.postMessage({ aside });
const noteLostLog = (missing: string) => self.postMessage({ missing });
const noteUpgrade = (upgrade: UpgradeNews) => self.postMessage({ upgrade });

/** Opens the database and gives back the jobs, leases and calls of models that a former process left behind. */
async function open(path: string): Promise<void> {
  const { mutations, missing, failures } = familiesByNeed(FAMILIES);
  const context = {
    now: Date.now,
    newId,
    leases: { now: steadyClock(), graceMs: HANGING_MS },
    failures,
  };
  const first = [rescueJobs, releaseQueues, rescueAi].map(({ name }) => ({
    name,
    tenantId: EVERY_TENANT,
    input: undefined,
    options: {},
  }));
  const options = {
    mutations,
    missing,
    context,
    wakeJobs: bell.ring,
    fail,
    noteRefusal,
    noteDamage,
    noteLostLog,
    noteUpgrade,
  };
  writer = await openLateWriter(path, options, first);
  self.postMessage("ready");
}

/** The writer thread: the only one that changes the database. `"stop"` ends it once all before it is on disk. */
self.onmessage = ({ data }: MessageEvent<WriterMessage>) => {
  if (data === "stop waiting") return writer?.stopWaiting();
  if (data === "stop") {
    writer?.close();
    bell.close();
    return self.postMessage("stopped");
  }
  if ("open" in data) {
    return void open(data.open).catch((error: unknown) =>
      self.postMessage({ refused: error instanceof Error ? error.message : String(error) }),
    );
  }
  if (writer) serveWrites(data.connect, writer);
};
