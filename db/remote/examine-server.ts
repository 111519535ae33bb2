import { createClient } from "@libsql/client/http";
import { readerOf } from "../handle.ts";
import type { Reader } from "../ports.ts";
import { slots } from "./slots.ts";
import { readerOn } from "./statements.ts";
import { fetchWithin } from "./unavailable.ts";

/** Counting a large catalog takes a while.*/
const ANSWER_MS = 120_000;

/** Readers of a database server for a program that looks at all of it, and then ends. */
export function openExamining(url: string, authToken: string | undefined): (tenantId: string) => Reader {
  const client = createClient({ url, fetch: fetchWithin(ANSWER_MS), ...(authToken !== undefined && { authToken }) });
  const executor = readerOn(client, slots(1).run, ANSWER_MS);
  return (tenantId) => readerOf(executor, tenantId);
}
