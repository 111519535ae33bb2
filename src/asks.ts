import type { ExportOptions } from "./exports/export-options.ts";

/**
 * Work that a request waits for and that is too heavy for the HTTP thread: it runs in a worker thread, changes nothing
 * in the database, and is forgotten when the process ends. `family.verb` is also its file: `workers/family/verb.ts`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the families add to it
export interface Asks {}

/** Like `Asks`, but the answer is a stream of bytes. */
export interface StreamAsks {
  "exports.stream": { input: ExportOptions };
}

export type AskName = keyof Asks;
export type StreamAskName = keyof StreamAsks;
export type InputOf<A> = A extends { input: infer Input } ? Input : never;
export type ResultOf<A> = A extends { result: infer Result } ? Result : never;

/** What the HTTP thread asks of the worker threads. */
export interface Asking {
  ask<K extends AskName>(name: K, tenantId: string, input: InputOf<Asks[K]>): Promise<ResultOf<Asks[K]>>;
  /** The stream is made as fast as it is read. Cancelling it ends the work. */
  askStream<K extends StreamAskName>(
    name: K,
    tenantId: string,
    input: InputOf<StreamAsks[K]>,
  ): ReadableStream<Uint8Array>;
}
