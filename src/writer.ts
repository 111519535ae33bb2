import { openBell } from "../db/jobs/bell.ts";
import { serveWrites } from "../db/local/write-port.ts";
import { openWriter, type Writer } from "../db/local/writer.ts";
import { EVERY_TENANT } from "../db/ports.ts";
import { rescueJobs } from "./jobs/lifecycle.ts";
import { MUTATIONS } from "./mutations.ts";
import { newId } from "./new-id.ts";
import { freeLanes } from "./webhooks/lanes.ts";

declare const self: Worker;

export type WriterMessage = { open: string } | { connect: MessagePort } | "stop";

const bell = openBell();
let writer: Writer | undefined;

const fail = (error: unknown) => self.postMessage({ failed: error instanceof Error ? error.stack : String(error) });

/** Opens the database and gives back the jobs and lanes a former process left behind. */
async function open(path: string): Promise<void> {
  const context = { now: Date.now, newId };
  writer = await openWriter(path, { mutations: MUTATIONS, context, wakeJobs: bell.ring, fail });
  for (const { name } of [rescueJobs, freeLanes]) {
    await writer.submit({ name, tenantId: EVERY_TENANT, input: undefined, options: {} });
  }
  self.postMessage("ready");
}

/** The writer thread: the only one that changes the database. `"stop"` ends it once all before it is on disk. */
self.onmessage = ({ data }: MessageEvent<WriterMessage>) => {
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
