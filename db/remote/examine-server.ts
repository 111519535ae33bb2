import { readerOf } from "../handle.ts";
import type { Reader } from "../ports.ts";
import { streamOpener } from "./kept-stream.ts";
import { readsOver } from "./reads.ts";

/** Counting a large catalog takes a while. */
const ANSWER_MS = 120_000;

/** Readers of a database server for a program that looks at all of it, and then ends. */
export function openExamining(url: string, authToken: string | undefined): (tenantId: string) => Reader {
  const reads = readsOver(streamOpener(url, authToken), ANSWER_MS);
  return (tenantId) => readerOf(reads, tenantId);
}
