import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { entryUrl } from "../../runtime/entry-url.ts";
import { DocumentUnreadable } from "./document-unreadable.ts";
import type { ReadingAs } from "./extract-text.ts";

/** What the thread is given. */
export interface DocumentToRead extends ReadingAs {
  bytes: Uint8Array<ArrayBuffer>;
}

/** What it answers. */
export type DocumentRead =
  | { text: string }
  | { unreadable: Pick<DocumentUnreadable, "reason" | "params"> }
  | { fault: string };

interface Limits {
  readMs: number;
  /** By how much the process may grow meanwhile, besides what the size of the file allows. */
  growthBytes: number;
}

const LIMITS: Limits = { readMs: 120_000, growthBytes: 128 * 1024 * 1024 };
/** What recognises letters holds 110 MiB, and a page beside that. */
const SCAN_LIMITS: Limits = { readMs: 320_000, growthBytes: 384 * 1024 * 1024 };
/** The reader of PDFs copies a file whose directory is damaged three times. */
const COPIES = 4;
const LOOK_MS = 25;
const CLOSE_MS = 500;

const tooMuch = (reason: DocumentUnreadable["reason"]): DocumentRead => ({ unreadable: { reason, params: {} } });

/** Resolves with what the thread answers, or with why it is not waited for any longer. */
function answerOf(worker: Worker, { readMs, growthBytes }: Limits, signal: AbortSignal): Promise<DocumentRead> {
  const { promise, resolve, reject } = Promise.withResolvers<DocumentRead>();
  const endsAtMs = performance.now() + readMs;
  const bytesMax = process.memoryUsage().rss + growthBytes;
  const timer = setInterval(() => {
    if (performance.now() > endsAtMs) resolve(tooMuch("documents.too_long"));
    if (process.memoryUsage().rss > bytesMax) resolve(tooMuch("documents.too_much_memory"));
  }, LOOK_MS);
  const leave = () => reject(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  worker.addEventListener("message", ({ data }: MessageEvent<DocumentRead>) => resolve(data));
  worker.addEventListener("error", (event) => {
    // Deno would end the process.
    event.preventDefault();
    resolve({ fault: event.message });
  });
  return promise.finally(() => {
    clearInterval(timer);
    signal.removeEventListener("abort", leave);
  });
}

/** Ends a thread, and waits until its memory is free: the next document is measured against what there is then. */
async function ended(worker: Worker): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  worker.addEventListener("close", () => resolve());
  worker.terminate();
  // Not every runtime reports it.
  await Promise.race([closed, sleep(CLOSE_MS, undefined, { ref: false })]);
}

/**
 * The text of a document, read in a thread of its own that is ended when it takes too long or too much memory. The bytes are
 * its own from then on. Throws `DocumentUnreadable`, and the signal's reason.
 */
export async function readIsolated(
  { bytes, ...reading }: DocumentToRead,
  signal: AbortSignal,
  limits: Limits = reading.ocr ? SCAN_LIMITS : LIMITS,
): Promise<string> {
  signal.throwIfAborted();
  const worker = new Worker(entryUrl("document-reader.ts"), { type: "module", smol: true });
  try {
    const { readMs, growthBytes } = limits;
    const answer = answerOf(worker, { readMs, growthBytes: growthBytes + COPIES * bytes.length }, signal);
    worker.postMessage({ ...reading, bytes }, [bytes.buffer]);
    const read = await answer;
    if ("text" in read) return read.text;
    if ("unreadable" in read) throw new DocumentUnreadable(read.unreadable.reason, read.unreadable.params);
    throw new Error(`Cannot read a document: ${read.fault}`);
  } finally {
    await ended(worker);
  }
}
