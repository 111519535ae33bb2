import type { CallMessage } from "./calls/call-line.ts";
import type { ThreadRole } from "./calls/pooled-thread.ts";
import type { ThreadStart } from "./services.ts";

/** Opens what a worker thread needs. */
export interface StartMessage {
  start: ThreadStart;
  index: number;
  role: ThreadRole;
}
/** What a worker thread is sent. */
export type ThreadMessage = StartMessage | CallMessage | "stop";

/** What the writer is sent. */
export type WriterMessage = { open: string } | { connect: MessagePort } | "stop waiting" | "stop";
